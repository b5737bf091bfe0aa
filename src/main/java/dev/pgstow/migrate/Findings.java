package dev.pgstow.migrate;

import dev.pgstow.model.RelationName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All that preflight found, in the order of its checks. */
public record Findings(List<Finding> all) {
    public Findings {
        all = List.copyOf(all);
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
