package dev.pgstow.migrate;

import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Move;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that preflight found, in the order of its checks.
 *
 * @param pending the plan's moves that are not made yet, refused ones included, in the plan's order
 */
public record Findings(List<Finding> all, List<Move> pending) {
    public Findings {
        all = List.copyOf(all);
        pending = List.copyOf(pending);
    }

    /** Whether anything may not be done. */
    public boolean refuses() {
        return !of(Finding.Weight.REFUSES_RUN).isEmpty() || !refusedMoves().isEmpty();
    }

    public List<Finding> of(Finding.Weight weight) {
        return all.stream().filter(finding -> finding.weight() == weight).toList();
    }

    /** Moves that may not be made, with the reasons in one text. */
    public Map<RelationName, String> refusedMoves() {
        Map<RelationName, String> refused = new LinkedHashMap<>();
        for (Finding finding : all) {
            if (finding.weight() == Finding.Weight.REFUSES_MOVE && finding.relation() != null) {
                refused.merge(finding.relation(), finding.message(), (one, other) -> one + "; " + other);
            }
        }
        return refused;
    }

    /** Hazards that are not among the names accepted. */
    public List<Finding> open(Set<String> accepted) {
        return of(Finding.Weight.HAZARD).stream()
                .filter(hazard -> !accepted.contains(hazard.hazard()))
                .toList();
    }
}
