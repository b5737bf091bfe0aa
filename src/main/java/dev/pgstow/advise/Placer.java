package dev.pgstow.advise;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Solves a {@link Problem}: all placements where they are few, else from several starts by changes of a few relations, judged by the model
 * throughout. Never worse than the present placement, and the same for the same problem.
 */
final class Placer {
    private static final int MOST_PLACEMENTS = 1 << 17;
    private static final double MOST_WORK = 1e9;
    private static final int MOST_FOR_TRIPLES = 80;
    private static final int MOST_ROUNDS = 2000;
    private static final double EQUAL = 1e-9;

    private final Problem problem;
    private final int[] best;
    private final long[] presentUse;
    private double bestWorth;

    /**
     * @param start a placement that fits and has an order: the present one, with pins fulfilled
     */
    private Placer(Problem problem, int[] start) {
        this.problem = problem;
        this.best = start.clone();
        this.bestWorth = problem.worth(start);
        this.presentUse = problem.used(problem.present());
    }

    /**
     * What was found.
     *
     * @param exact whether no other placement is worth more
     */
    record Solution(int[] placement, boolean exact) {}

    static Solution solve(Problem problem, int[] start) {
        Placer placer = new Placer(problem, start);
        boolean exact = placer.fewEnough();
        placer.improve(2);
        if (exact) {
            placer.search(new int[start.length], 0, problem.fixed(), 0);
        } else {
            for (int[] other : Starts.of(problem, start)) {
                Placer next = new Placer(problem, other);
                next.improve(2);
                placer.offer(next.best);
            }
            placer.improve(start.length <= MOST_FOR_TRIPLES ? 3 : 2);
        }
        return new Solution(placer.best.clone(), exact);
    }

    private boolean fewEnough() {
        double placements = 1;
        for (Candidate each : problem.candidates()) {
            placements *= each.allowed().size();
        }
        double clients = Math.min(problem.model().clients(), CostModel.MOST_CLIENTS);
        double rounds = problem.model().inputs().flushes() > 0 ? 10 : 1;
        return placements <= MOST_PLACEMENTS
                && placements * clients * clients * (2 * problem.tiers() + 1) * rounds <= MOST_WORK;
    }

    /** All placements in one order; what cannot be better by its upper bound is not evaluated. */
    private void search(int[] placement, int next, TierLoads loads, double cost) {
        if (next == placement.length) {
            if (promising(loads, cost)) {
                offer(placement);
            }
            return;
        }
        Candidate candidate = problem.candidates().get(next);
        for (int tier : candidate.allowed()) {
            placement[next] = tier;
            search(placement, next + 1, loads.plus(tier, candidate.demand()), cost + problem.cost(next, tier));
        }
    }

    private boolean promising(TierLoads loads, double cost) {
        return Math.log(problem.model().upperBound(loads)) - cost > bestWorth + EQUAL;
    }

    /** Takes it if it is better, fits and can be reached. */
    private boolean offer(int[] placement) {
        if (!problem.fits(placement)) {
            return false;
        }
        double worth = problem.worth(placement);
        if (worth <= bestWorth + EQUAL || !new MoveOrder(problem, placement).exists()) {
            return false;
        }
        System.arraycopy(placement, 0, best, 0, best.length);
        bestWorth = worth;
        return true;
    }

    /** Changes of one and more relations at once, until none is better. */
    private void improve(int most) {
        int together = 1;
        for (int round = 0; round < MOST_ROUNDS && together <= most; round++) {
            Neighbourhood around = new Neighbourhood(best.clone());
            boolean better = around.change(0, together, around.loads, around.cost);
            together = better ? 1 : together + 1;
        }
    }

    /** The placements that differ from one in a few relations; sums over it make each of them cheap to judge roughly. */
    private final class Neighbourhood {
        private final int[] from;
        private final int[] placement;
        private final TierLoads loads;
        private final double cost;
        private final long[] used;

        Neighbourhood(int[] from) {
            this.from = from;
            this.placement = from.clone();
            this.loads = problem.loads(from);
            this.cost = problem.cost(from);
            this.used = problem.used(from);
        }

        /** Takes the best of those that change so many candidates from a position on; whether one was better. */
        boolean change(int first, int many, TierLoads loads, double cost) {
            boolean better = false;
            for (int i = first; i <= from.length - many; i++) {
                Candidate candidate = problem.candidates().get(i);
                for (int tier : candidate.allowed()) {
                    if (tier != from[i]) {
                        put(i, tier, candidate.bytes());
                        if (many > 1 || roomy()) {
                            TierLoads changed = loads.moved(from[i], tier, candidate.demand());
                            double changedCost = cost + problem.cost(i, tier) - problem.cost(i, from[i]);
                            better |= many > 1
                                    ? change(i + 1, many - 1, changed, changedCost)
                                    : promising(changed, changedCost) && offer(placement);
                        }
                        put(i, from[i], candidate.bytes());
                    }
                }
            }
            return better;
        }

        private void put(int i, int tier, long bytes) {
            used[placement[i]] -= bytes;
            used[tier] += bytes;
            placement[i] = tier;
        }

        private boolean roomy() {
            for (int t = 0; t < used.length; t++) {
                // a tier that is too full already is looked at closely by offer()
                if (used[t] > problem.room()[t] && used[t] > presentUse[t]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Other placements to begin with than the present one. */
    private static final class Starts {
        private Starts() {}

        /** Filled by waited time per byte, by operations per byte, and by operations. */
        static List<int[]> of(Problem problem, int[] start) {
            return List.of(
                    filled(problem, start, i -> waited(problem, i) / bytes(problem, i)),
                    filled(problem, start, i -> operations(problem, i) / bytes(problem, i)),
                    filled(problem, start, i -> operations(problem, i)),
                    filled(problem, start, i -> waited(problem, i)));
        }

        private static int[] filled(Problem problem, int[] start, java.util.function.IntToDoubleFunction priority) {
            int[] placement = start.clone();
            IntStream.range(0, start.length)
                    .boxed()
                    .sorted((a, b) -> {
                        int order = Double.compare(priority.applyAsDouble(b), priority.applyAsDouble(a));
                        return order != 0 ? order : a - b;
                    })
                    .forEach(i -> place(problem, placement, i));
            return new MoveOrder(problem, placement).exists() ? placement : start;
        }

        private static void place(Problem problem, int[] placement, int candidate) {
            int[] before = placement.clone();
            double most = problem.worth(placement);
            for (int tier : problem.candidates().get(candidate).allowed()) {
                int[] changed = before.clone();
                changed[candidate] = tier;
                if (problem.fits(changed) && problem.worth(changed) > most + EQUAL) {
                    most = problem.worth(changed);
                    System.arraycopy(changed, 0, placement, 0, placement.length);
                }
            }
        }

        private static double waited(Problem problem, int i) {
            Candidate each = problem.candidates().get(i);
            TierSpeed speed = problem.model().inputs().tiers().get(each.present());
            return each.demand().waitedReads() * speed.readLatency()
                    + each.demand().sequentialReads() * speed.sequentialLatency();
        }

        private static double operations(Problem problem, int i) {
            return problem.candidates().get(i).demand().operations();
        }

        private static double bytes(Problem problem, int i) {
            return Math.max(1, problem.candidates().get(i).bytes());
        }
    }
}
