package dev.pgstow.advise;

import java.util.List;

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

    int tiers() {
        return room.length;
    }

    int[] present() {
        return candidates.stream().mapToInt(Candidate::present).toArray();
    }

    TierLoads loads(int[] placement) {
        TierLoads loads = fixed;
        for (int i = 0; i < placement.length; i++) {
            loads = loads.plus(placement[i], candidates.get(i).demand());
        }
        return loads;
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
        return tier == each.present() ? 0 : COST_OF_A_MOVE + COST_OF_ALL_BYTES * each.bytes() / totalBytes;
    }

    long[] used(int[] placement) {
        long[] used = new long[room.length];
        for (int i = 0; i < placement.length; i++) {
            used[placement[i]] += candidates.get(i).bytes();
        }
        return used;
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
