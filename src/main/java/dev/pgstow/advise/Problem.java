package dev.pgstow.advise;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which tier each candidate goes to: a multiple-choice knapsack whose objective is the model's TPS. A placement is an array of tier
 * positions, one for each candidate. What a placement is worth is the logarithm of its TPS less a small cost of every move, so that
 * of placements that are as good the one with the least to do wins; and because that cost is a distance, the best placement
 * stays the best once it is reached.
 *
 * @param room bytes on each tier for the candidates, {@link Long#MAX_VALUE} where there is no limit
 * @param fixed the loads of everything that is not a candidate
 * @param totalBytes of all candidates
 */
record Problem(List<Candidate> candidates, long[] room, TierLoads fixed, CostModel model, long totalBytes) {
    private static final double COST_OF_A_MOVE = 0.0005;
    /** Of thousands of relations each gains too little to be worth a move by itself. */
    private static final double COST_OF_ALL_MOVES = 0.01;

    private static final double COST_OF_ALL_BYTES = 0.01;

    Problem {
        candidates = List.copyOf(candidates);
    }

    Problem(List<Candidate> candidates, long[] room, TierLoads fixed, CostModel model) {
        this(
                candidates,
                room,
                fixed,
                model,
                Math.max(1, candidates.stream().mapToLong(Candidate::bytes).sum()));
    }

    /** The same with a candidate that may lie on one tier only. */
    Problem withFixed(int candidate, int tier) {
        List<Candidate> fixed = new ArrayList<>(candidates);
        Candidate each = candidates.get(candidate);
        fixed.set(candidate, new Candidate(each.relation(), each.demand(), each.present(), Set.of(tier)));
        return new Problem(fixed, room, this.fixed, model, totalBytes);
    }

    int tiers() {
        return room.length;
    }

    int[] present() {
        return candidates.stream().mapToInt(Candidate::present).toArray();
    }

    TierLoads loads(int[] placement) {
        double[] sums = fixed.values();
        for (int i = 0; i < placement.length; i++) {
            candidates.get(i).demand().addTo(sums, placement[i]);
        }
        return TierLoads.of(sums);
    }

    double tps(int[] placement) {
        return model.tps(loads(placement));
    }

    double worth(int[] placement) {
        return Math.log(tps(placement)) - cost(placement);
    }

    double cost(int[] placement) {
        double cost = 0;
        for (int i = 0; i < placement.length; i++) {
            cost += cost(i, placement[i]);
        }
        return cost;
    }

    /** In shares of the throughput: what it must gain at least to be worth it. */
    double cost(int candidate, int tier) {
        Candidate each = candidates.get(candidate);
        return tier == each.present()
                ? 0
                : Math.min(COST_OF_A_MOVE, COST_OF_ALL_MOVES / candidates.size())
                        + COST_OF_ALL_BYTES * each.bytes() / totalBytes;
    }

    long[] used(int[] placement) {
        long[] used = new long[room.length];
        for (int i = 0; i < placement.length; i++) {
            used[placement[i]] += candidates.get(i).bytes();
        }
        return used;
    }

    /** Bytes that each tier may hold, infinite without a limit: one that is too full already may stay as it is. */
    double[] roomOrPresent() {
        long[] present = used(present());
        return IntStream.range(0, room.length)
                .mapToDouble(t -> room[t] == Long.MAX_VALUE ? Double.POSITIVE_INFINITY : Math.max(room[t], present[t]))
                .toArray();
    }

    /** No tier beyond its room, but for one that is so already and gets nothing more. */
    boolean fits(int[] placement) {
        long[] used = used(placement);
        for (int i = 0; i < placement.length; i++) {
            if (placement[i] != candidates.get(i).present() && used[placement[i]] > room[placement[i]]) {
                return false;
            }
        }
        return true;
    }
}
