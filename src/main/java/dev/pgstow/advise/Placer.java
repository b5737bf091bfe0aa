package dev.pgstow.advise;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Solves a {@link Problem}: all placements where they are few, else from several starts by moves and swaps, judged by the model
 * throughout. Never worse than the present placement, and the same for the same problem.
 */
final class Placer {
    private static final int MOST_PLACEMENTS = 1 << 17;
    private static final double MOST_WORK = 1e9;
    private static final int MOST_ROUNDS = 2000;
    private static final double EQUAL = 1e-9;

    private final Problem problem;
    private final int[] best;
    private double bestWorth;

    /**
     * @param start a placement that fits and has an order: the present one, with pins fulfilled
     */
    private Placer(Problem problem, int[] start) {
        this.problem = problem;
        this.best = start.clone();
        this.bestWorth = problem.worth(start);
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
        if (exact) {
            placer.improve();
            placer.search(new int[start.length], 0, problem.fixed(), 0);
        } else {
            placer.improve();
            for (int[] other : Starts.of(problem, start)) {
                Placer next = new Placer(problem, other);
                next.improve();
                placer.offer(next.best);
            }
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
            if (Math.log(problem.model().upperBound(loads)) - cost > bestWorth + EQUAL) {
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

    /** Single moves and swaps until none is better. */
    private void improve() {
        for (int round = 0; round < MOST_ROUNDS && (bestSingle() || bestPair()); round++) {
            // each round changes the placement by what is best in it
        }
    }

    private boolean bestSingle() {
        Neighbourhood around = new Neighbourhood(best.clone());
        boolean better = false;
        for (int i = 0; i < best.length; i++) {
            for (int tier : problem.candidates().get(i).allowed()) {
                better |= around.tried(i, tier, i, tier);
            }
        }
        return better;
    }

    private boolean bestPair() {
        Neighbourhood around = new Neighbourhood(best.clone());
        boolean better = false;
        for (int i = 0; i < best.length; i++) {
            for (int j = i + 1; j < best.length; j++) {
                for (int tier : problem.candidates().get(i).allowed()) {
                    for (int other : problem.candidates().get(j).allowed()) {
                        better |= tier != around.from[i] && other != around.from[j] && around.tried(i, tier, j, other);
                    }
                }
            }
        }
        return better;
    }

    /** A placement with what is summed over it, so that a change of one or two relations is cheap to judge roughly. */
    private final class Neighbourhood {
        private final int[] from;
        private final TierLoads loads;
        private final double cost;

        Neighbourhood(int[] from) {
            this.from = from;
            this.loads = problem.loads(from);
            this.cost = problem.cost(from);
        }

        /** Whether the placement with two changes (or one, given twice) is the best now. */
        boolean tried(int i, int tier, int j, int other) {
            TierLoads changed =
                    loads.moved(from[i], tier, problem.candidates().get(i).demand());
            double changedCost = cost + problem.cost(i, tier) - problem.cost(i, from[i]);
            if (j != i) {
                changed = changed.moved(
                        from[j], other, problem.candidates().get(j).demand());
                changedCost += problem.cost(j, other) - problem.cost(j, from[j]);
            }
            if (Math.log(problem.model().upperBound(changed)) - changedCost <= bestWorth + EQUAL) {
                return false;
            }
            int[] placement = from.clone();
            placement[i] = tier;
            placement[j] = other;
            return offer(placement);
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
