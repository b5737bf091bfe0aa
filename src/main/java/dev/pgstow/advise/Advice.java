package dev.pgstow.advise;

import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A plan, and what is worth knowing about how it came about. Findings are the plan's notes.
 *
 * @param stays all other user relations with storage, by name
 * @param bytesMoved share of the bytes of all user relations, 0 to 1
 * @param readsMoved share of the device reads per transaction, 0 to 1
 * @param bound the ratio of TPS to the present that no placement can exceed, by the model
 * @param exact whether every placement was looked at, so that none is better by the model
 * @param roots of each partition, the partitioned table or index that it belongs to in the end
 */
public record Advice(
        Plan plan,
        List<Stay> stays,
        double bytesMoved,
        double readsMoved,
        double bound,
        boolean exact,
        Map<RelationName, RelationName> roots) {
    public Advice {
        Objects.requireNonNull(plan, "plan");
        stays = List.copyOf(stays);
        roots = Map.copyOf(roots);
    }

    /** What it is a part of, itself if of nothing. */
    public RelationName root(RelationName relation) {
        return roots.getOrDefault(relation, relation);
    }

    public List<String> findings() {
        return plan.notes();
    }
}
