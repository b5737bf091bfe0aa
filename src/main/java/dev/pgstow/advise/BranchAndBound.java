package dev.pgstow.advise;

import java.util.Comparator;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Looks at all placements that bounds do not rule out. By the prices of a {@link Relaxation}: where all that is decided, and the cheapest of
 * all that is not, are together dearer than what is known, there is nothing to be found. And by the model: with all that is not decided
 * where it waits least, and the caps for what is decided.
 */
final class BranchAndBound {
    private static final long MOST_NODES = 3_000_000;
    private static final long MOST_LEAVES = 30_000;
    /** What rounding in tangents and prices may have lost. */
    private static final double TOLERANCE = 1e-7;

    private final Problem problem;
    private final Prices prices;
    private final Best best;
    private final Consumer<int[]> each;
    private final double present;
    private final double mostCost;
    private final int[] order;
    private final double[] cheapestFrom;
    private final TierLoads[] quickestFrom;
    private final double[] room;
    private final long[] used;
    private final int[] placement;
    private long nodes;
    private long leaves;

    /** What is to be beaten. */
    interface Best {
        double worth();
    }

    /**
     * Searches.
     *
     * @param unit seconds of a transaction that the prices are shares of
     * @param each given every placement that may be better
     */
    BranchAndBound(Problem problem, Prices prices, double unit, Best best, Consumer<int[]> each) {
        this.problem = problem;
        this.prices = prices;
        this.best = best;
        this.each = each;
        this.present = Math.log(problem.model().clients() / unit);
        int count = problem.candidates().size();
        this.placement = problem.present();
        this.room = problem.roomOrPresent();
        this.used = new long[problem.tiers()];
        this.order = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -spread(i)).thenComparing(Comparator.naturalOrder()))
                .mapToInt(i -> i)
                .toArray();
        this.cheapestFrom = new double[count + 1];
        this.quickestFrom = new TierLoads[count + 1];
        quickestFrom[count] = TierLoads.none(problem.tiers());
        double cost = 0;
        for (int k = count - 1; k >= 0; k--) {
            int i = order[k];
            quickestFrom[k] = quickestFrom[k + 1].plus(
                    quickest(i), problem.candidates().get(i).demand());
            cheapestFrom[k] = cheapestFrom[k + 1] + prices.of(i, prices.cheapest(i, first(i)));
            cost += problem.candidates().get(i).allowed().stream()
                    .mapToDouble(t -> problem.cost(i, t))
                    .max()
                    .orElse(0);
        }
        this.mostCost = cost;
    }

    /** Whether all was looked at. */
    boolean search() {
        return search(0, prices.rest(), problem.fixed(), 0);
    }

    private boolean search(int depth, double price, TierLoads loads, double cost) {
        if (++nodes > MOST_NODES || leaves > MOST_LEAVES) {
            return false;
        }
        if (depth == order.length) {
            leaves++;
            each.accept(placement);
            return true;
        }
        int i = order[depth];
        Candidate candidate = problem.candidates().get(i);
        boolean whole = true;
        for (int t : byPrice(i)) {
            used[t] += candidate.bytes();
            placement[i] = t;
            double bound = price + prices.of(i, t) + cheapestFrom[depth + 1];
            TierLoads decided = loads.plus(t, candidate.demand());
            double spent = cost + problem.cost(i, t);
            if (used[t] <= room[t]
                    && worth(bound) > best.worth() + TOLERANCE
                    && worth(decided, depth + 1, spent) > best.worth() + TOLERANCE) {
                whole &= search(depth + 1, price + prices.of(i, t), decided, spent);
            }
            used[t] -= candidate.bytes();
        }
        return whole;
    }

    /**
     * The most that a placement is worth whose seconds and cost are together at least so much: the logarithm of the throughput less the
     * cost. Convex in how much of it is cost, so that one of the ends is the most.
     */
    private double worth(double price) {
        double all = Math.log(Math.max(Double.MIN_NORMAL, price));
        double rest = Math.log(Math.max(Double.MIN_NORMAL, price - mostCost)) + mostCost;
        return present - Math.min(all, rest);
    }

    private double worth(TierLoads decided, int from, double cost) {
        return Math.log(problem.model().upperBound(decided, decided.plus(quickestFrom[from]))) - cost;
    }

    private int quickest(int i) {
        Demand demand = problem.candidates().get(i).demand();
        int quickest = problem.candidates().get(i).allowed().first();
        for (int t : problem.candidates().get(i).allowed()) {
            double[] seconds = new double[2];
            int[] tiers = {quickest, t};
            for (int k = 0; k < tiers.length; k++) {
                TierLoads alone = TierLoads.none(problem.tiers()).plus(tiers[k], demand);
                seconds[k] = problem.model().readSeconds(alone, tiers[k]);
            }
            quickest = seconds[1] < seconds[0] ? t : quickest;
        }
        return quickest;
    }

    private int[] byPrice(int i) {
        return problem.candidates().get(i).allowed().stream()
                .sorted(Comparator.comparingDouble((Integer t) -> prices.of(i, t)))
                .mapToInt(t -> t)
                .toArray();
    }

    private int first(int i) {
        Candidate each = problem.candidates().get(i);
        return each.pinnedAway() ? each.allowed().first() : each.present();
    }

    private double spread(int i) {
        double most = 0;
        for (int t : problem.candidates().get(i).allowed()) {
            most = Math.max(most, prices.of(i, t));
        }
        return most - prices.of(i, prices.cheapest(i, first(i)));
    }
}
