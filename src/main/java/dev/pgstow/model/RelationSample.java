package dev.pgstow.model;

import java.util.List;
import java.util.Objects;

/**
 * A relation as a snapshot shows it, with its cumulative counters.
 *
 * @param onStandbys its counters on the standbys of the snapshot, in their order; empty when none was read
 */
public record RelationSample(Relation relation, Counters counters, List<Counters> onStandbys) {
    public RelationSample {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(counters, "counters");
        onStandbys = List.copyOf(onStandbys);
    }

    public RelationSample(Relation relation, Counters counters) {
        this(relation, counters, List.of());
    }
}
