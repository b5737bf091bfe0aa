package dev.pgstow.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Changes the tier of one relation, or of two at once, as long as that makes a placement worth more. A transaction's seconds are convex in the
 * loads, so that what a tangent promises is the most that a change can gain: the others need not be tried.
 */
final class LocalSearch {
    private static final int FEWEST_ROUNDS = 2;
    private static final int MOST_ROUNDS = 400;
    /** Changes looked at in all rounds. */
    private static final int MOST_CHANGES = 1_000_000;

    private static final int MOST_FIRST = 400;
    private static final int MOST_PAIRS = 200_000;
    /** Up to so many relations an order of the moves is looked for at each step, beyond once at the end. */
    private static final int MOST_ORDERED = 64;

    private static final double EQUAL = 1e-9;

    private final Problem problem;
    private final int[] placement;
    private final long[] used;
    private final int[] arrivals;
    private TierLoads loads;
    private double cost;
    private double worth;

    /** A relation to another tier, and the most that this can be worth. */
    private record Change(int candidate, int tier, double promise) {}

    private LocalSearch(Problem problem, int[] start) {
        this.problem = problem;
        this.placement = start.clone();
        this.used = problem.used(start);
        this.arrivals = new int[problem.tiers()];
        for (int i = 0; i < start.length; i++) {
            arrivals[start[i]] += isArrival(i, start[i]);
        }
        this.loads = problem.loads(start);
        this.cost = problem.cost(start);
        this.worth = worth(loads, cost);
    }

    /** A placement that is worth as much as the start or more; it fits if the start does. */
    static int[] from(Problem problem, int[] start) {
        LocalSearch search = new LocalSearch(problem, start);
        int each = Math.max(1, start.length * (problem.tiers() - 1));
        int rounds = Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, MOST_CHANGES / each));
        for (int round = 0; round < rounds; round++) {
            List<Change> changes = search.changes();
            if (!search.one(changes) && !search.two(changes)) {
                break;
            }
        }
        return search.placement;
    }

    /** All, the most promising first. */
    private List<Change> changes() {
        double seconds = problem.model().clients() / problem.model().tps(loads);
        double[] slope = problem.model().gradient(loads, problem.model().tps(loads));
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < placement.length; i++) {
            Candidate each = problem.candidates().get(i);
            double here = each.demand().times(slope, placement[i]);
            for (int t : each.allowed()) {
                if (t != placement[i]) {
                    double gain = (here - each.demand().times(slope, t)) / seconds;
                    double dearer = problem.cost(i, t) - problem.cost(i, placement[i]);
                    changes.add(new Change(i, t, gain - dearer));
                }
            }
        }
        changes.sort(Comparator.comparingDouble((Change change) -> -change.promise)
                .thenComparingInt(Change::candidate)
                .thenComparingInt(Change::tier));
        return changes;
    }

    private boolean one(List<Change> changes) {
        boolean better = false;
        for (Change change : changes) {
            if (change.promise <= EQUAL) {
                break;
            }
            better |= change.tier != placement[change.candidate] && take(List.of(change));
        }
        return better;
    }

    /** A promising change that has no room, or is too much, with one that makes room, or up for it. */
    private boolean two(List<Change> changes) {
        int tried = 0;
        for (int a = 0; a < Math.min(MOST_FIRST, changes.size()); a++) {
            Change first = changes.get(a);
            for (int b = a + 1; b < changes.size() && tried < MOST_PAIRS; b++) {
                Change second = changes.get(b);
                if (first.promise + second.promise <= EQUAL) {
                    break;
                }
                tried++;
                if (first.candidate != second.candidate && take(List.of(first, second))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Makes them if they fit and are better. */
    private boolean take(List<Change> changes) {
        int[] from =
                changes.stream().mapToInt(change -> placement[change.candidate]).toArray();
        TierLoads loadsBefore = loads;
        double costBefore = cost;
        changes.forEach(change -> put(change.candidate, change.tier));
        double changed = fits() ? worth(loads, cost) : Double.NEGATIVE_INFINITY;
        if (changed > worth + EQUAL && isOrdered()) {
            worth = changed;
            return true;
        }
        for (int k = 0; k < from.length; k++) {
            put(changes.get(k).candidate, from[k]);
        }
        loads = loadsBefore;
        cost = costBefore;
        return false;
    }

    private void put(int i, int tier) {
        Candidate each = problem.candidates().get(i);
        int from = placement[i];
        used[from] -= each.bytes();
        used[tier] += each.bytes();
        arrivals[from] -= isArrival(i, from);
        arrivals[tier] += isArrival(i, tier);
        loads = loads.moved(from, tier, each.demand());
        cost += problem.cost(i, tier) - problem.cost(i, from);
        placement[i] = tier;
    }

    private int isArrival(int i, int tier) {
        return tier == problem.candidates().get(i).present() ? 0 : 1;
    }

    /** As {@link Problem#fits}. */
    private boolean fits() {
        for (int t = 0; t < used.length; t++) {
            if (arrivals[t] > 0 && used[t] > problem.room()[t]) {
                return false;
            }
        }
        return true;
    }

    private boolean isOrdered() {
        return placement.length > MOST_ORDERED || new MoveOrder(problem, placement).exists();
    }

    private double worth(TierLoads loads, double cost) {
        return Math.log(problem.model().tps(loads)) - cost;
    }
}
