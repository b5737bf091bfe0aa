package dev.pgstow.advise;

import dev.pgstow.model.Relation;
import java.util.Set;
import java.util.TreeSet;

/**
 * A relation that the placer may move.
 *
 * @param present the position of the tier it lies on
 * @param allowed the positions of the tiers it may lie on; without the present one when it is pinned elsewhere
 */
record Candidate(Relation relation, Demand demand, int present, TreeSet<Integer> allowed) {
    Candidate(Relation relation, Demand demand, int present, Set<Integer> allowed) {
        this(relation, demand, present, new TreeSet<>(allowed));
    }

    long bytes() {
        return relation.size().bytes();
    }

    boolean pinnedAway() {
        return !allowed.contains(present);
    }
}
