package dev.pgstow.model;

import java.util.Objects;

/**
 * What happened to a relation in an interval.
 *
 * @param counters of the primary
 * @param onStandbys the sum over all standbys that were read
 * @param accesses the counters of the primary as accesses to storage
 */
public record RelationActivity(Relation relation, Counters counters, Counters onStandbys, Accesses accesses) {
    public RelationActivity {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(counters, "counters");
        Objects.requireNonNull(onStandbys, "onStandbys");
        Objects.requireNonNull(accesses, "accesses");
    }

    /** Blocks read into shared buffers, of the primary and of its standbys. */
    public long blocksRead() {
        return counters.blocksRead() + onStandbys.blocksRead();
    }
}
