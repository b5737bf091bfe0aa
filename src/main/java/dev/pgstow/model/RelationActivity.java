package dev.pgstow.model;

import java.util.Objects;

/** A relation with its counters: cumulative in a {@link Snapshot}, of the interval in an {@link Activity}. */
public record RelationActivity(Relation relation, Counters counters) {
    public RelationActivity {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(counters, "counters");
    }
}
