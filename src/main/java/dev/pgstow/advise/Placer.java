package dev.pgstow.advise;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Solves a {@link Problem}: rounds its {@link Relaxation}, improves that and other starts by small changes, and looks at all that the
 * relaxation's prices do not rule out where that is little enough. Never worse than the present placement, and the same for the same
 * problem.
 */
final class Placer {
    private static final int PASSES = 2;
    private static final double MUCH = 1e-4;
    /** Above it other starts take longer than they are worth. */
    private static final int MOST_FOR_STARTS = 300;

    private static final int MOST_SHAKES = 600;
    /** Relations in all shaken placements. */
    private static final int SHAKEN = 15_000;

    private static final int MOST_FOR_ALL = 64;
    private static final double EQUAL = 1e-9;

    private final Problem problem;
    private int[] best;
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
     * @param bound a throughput that no placement exceeds
     */
    record Solution(int[] placement, boolean exact, double bound) {}

    static Solution solve(Problem problem, int[] start) {
        Placer placer = new Placer(problem, start);
        placer.relax();
        if (start.length <= MOST_FOR_STARTS) {
            placer.offer(LocalSearch.from(problem, start));
            for (int[] other : Starts.of(problem, start)) {
                placer.offer(LocalSearch.from(problem, other));
            }
        }
        placer.shake(start.length);
        boolean exact = start.length <= MOST_FOR_ALL && placer.searchAll();
        return new Solution(placer.best, exact, ThroughputBound.tps(problem, placer.best));
    }

    /** The better the placement that a relaxation starts from, the closer its tangents. */
    private void relax() {
        for (int pass = 0; pass < PASSES; pass++) {
            double before = bestWorth;
            Relaxation relaxation = new Relaxation(problem, best, true);
            offerImproved(Rounding.of(problem, relaxation));
            if (relaxation.worth() - bestWorth > MUCH) {
                offerImproved(Rounding.dive(problem, best, relaxation));
            }
            if (bestWorth - before < MUCH) {
                return;
            }
        }
    }

    /** Small changes from many places around the best one; always the same places. */
    private void shake(int count) {
        Random random = new Random(count);
        int shakes = count == 0 || count > MOST_FOR_STARTS ? 0 : Math.min(MOST_SHAKES, SHAKEN / count);
        for (int k = 0; k < shakes; k++) {
            int[] shaken = best.clone();
            for (int change = 0; change < 2 + k % Math.max(1, count / 2); change++) {
                int i = random.nextInt(count);
                List<Integer> tiers = List.copyOf(problem.candidates().get(i).allowed());
                shaken[i] = tiers.get(random.nextInt(tiers.size()));
            }
            if (problem.fits(shaken)) {
                offer(LocalSearch.from(problem, shaken));
            }
        }
    }

    private boolean searchAll() {
        Relaxation relaxation = new Relaxation(problem, best, true);
        return new BranchAndBound(problem, relaxation.prices(), relaxation.unit(), () -> bestWorth, this::offer)
                .search();
    }

    /** With small changes, and without what has no room while it is made. */
    private void offerImproved(int[] placement) {
        if (problem.fits(placement)) {
            int[] improved = LocalSearch.from(problem, placement);
            MoveOrder order = new MoveOrder(problem, improved);
            offer(order.exists() ? improved : LocalSearch.from(problem, order.asFarAsItGoes()));
        }
    }

    /** Takes it if it is better, fits and can be reached. */
    private void offer(int[] placement) {
        if (problem.fits(placement)
                && problem.worth(placement) > bestWorth + EQUAL
                && new MoveOrder(problem, placement).exists()) {
            best = placement.clone();
            bestWorth = problem.worth(placement);
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
