package dev.pgstow.advise;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntToDoubleFunction;

/**
 * In which order the moves of a placement are made: at every moment both copies of the relation under way have room. Where the
 * preferred move would block others later, the search goes back, for a limited number of steps.
 */
final class MoveOrder {
    /** Above it the moves are ranked once, by the cheap bound: to rank them anew after each would take the square of their number. */
    private static final int MANY = 60;

    private static final int MOST_STEPS = 20_000;

    private final Problem problem;
    private final int[] placement;
    private final List<Integer> moving = new ArrayList<>();

    MoveOrder(Problem problem, int[] placement) {
        this.problem = problem;
        this.placement = placement.clone();
        for (int i = 0; i < placement.length; i++) {
            if (placement[i] != problem.candidates().get(i).present()) {
                moving.add(i);
            }
        }
    }

    /** Whether an order was found. */
    boolean exists() {
        return !found(this::roomiest).isEmpty() || moving.isEmpty();
    }

    /**
     * The positions of the moving candidates: most benefit per minute first, as far as it fits.
     *
     * @throws IllegalStateException when there is no order
     */
    List<Integer> byBenefit(IntToDoubleFunction minutes) {
        for (Function<int[], Comparator<Integer>> preference :
                List.<Function<int[], Comparator<Integer>>>of(now -> benefit(now, minutes), this::roomiest)) {
            List<Integer> order = found(preference);
            if (order.size() == moving.size()) {
                return order;
            }
        }
        throw new IllegalStateException("no order of " + moving.size() + " moves fits");
    }

    /** Of all moves, or empty. */
    private List<Integer> found(Function<int[], Comparator<Integer>> preference) {
        if (moving.size() > MANY) {
            List<Integer> order = new FirstThatFits(preference.apply(problem.present())).order();
            return order.size() == moving.size() ? order : List.of();
        }
        Search search = new Search(preference);
        return search.found() ? List.copyOf(search.order) : List.of();
    }

    private Comparator<Integer> benefit(int[] now, IntToDoubleFunction minutes) {
        TierLoads before = problem.loads(now);
        Map<Integer, Double> perMinute = new HashMap<>();
        for (int i : moving) {
            TierLoads after = before.moved(
                    now[i], placement[i], problem.candidates().get(i).demand());
            double gain = Math.log(throughput(after) / throughput(before)) / Math.max(1e-3, minutes.applyAsDouble(i));
            // differences of rounding decide nothing
            perMinute.put(i, -Math.round(gain * 1e9) / 1e9);
        }
        return Comparator.<Integer>comparingDouble(i -> perMinute.getOrDefault(i, 0.0))
                .thenComparing(Comparator.naturalOrder());
    }

    private double throughput(TierLoads loads) {
        return moving.size() > MANY
                ? problem.model().upperBound(loads)
                : problem.model().tps(loads);
    }

    /** What leaves for a tier without a limit goes first, the largest of it first. */
    private Comparator<Integer> roomiest(int[] now) {
        return Comparator.comparing((Integer i) -> problem.room()[placement[i]] != Long.MAX_VALUE)
                .thenComparing(i -> -problem.candidates().get(i).bytes())
                .thenComparing(Comparator.naturalOrder());
    }

    /** Room on every tier while moves are made. */
    private class Room {
        final int[] now = problem.present();
        final long[] used = problem.used(now);

        boolean fits(int i) {
            return problem.room()[placement[i]] - used[placement[i]]
                    >= problem.candidates().get(i).bytes();
        }

        void put(int i, int tier) {
            used[tier] += problem.candidates().get(i).bytes();
            used[now[i]] -= problem.candidates().get(i).bytes();
            now[i] = tier;
        }
    }

    /** Ranks the moves once; whatever frees room lets those that were waiting for it go before the others. */
    private final class FirstThatFits extends Room {
        private final Comparator<Integer> rank;
        private final List<Integer> order = new ArrayList<>();
        /** By the tier they wait for, in the order of their rank. */
        private final List<List<Integer>> waiting = new ArrayList<>();

        FirstThatFits(Comparator<Integer> rank) {
            this.rank = rank;
            for (int tier = 0; tier < problem.tiers(); tier++) {
                waiting.add(new LinkedList<>());
            }
        }

        List<Integer> order() {
            for (int next : moving.stream().sorted(rank).toList()) {
                if (fits(next)) {
                    make(next);
                } else {
                    waiting.get(placement[next]).add(next);
                }
            }
            return order;
        }

        /** Makes a move, and then those that have room now. */
        private void make(int first) {
            Deque<Integer> freed = new ArrayDeque<>();
            move(first, freed);
            while (!freed.isEmpty()) {
                Iterator<Integer> those = waiting.get(freed.remove()).iterator();
                while (those.hasNext()) {
                    int next = those.next();
                    if (fits(next)) {
                        those.remove();
                        move(next, freed);
                    }
                }
            }
        }

        private void move(int i, Deque<Integer> freed) {
            freed.add(now[i]);
            put(i, placement[i]);
            order.add(i);
        }
    }

    /** A depth-first search that never looks at the same set of finished moves twice. */
    private final class Search extends Room {
        private final Function<int[], Comparator<Integer>> preference;
        private final List<Integer> order = new ArrayList<>();
        private final Set<BitSet> seen = new HashSet<>();
        private final BitSet done = new BitSet();

        Search(Function<int[], Comparator<Integer>> preference) {
            this.preference = preference;
        }

        boolean found() {
            if (order.size() == moving.size()) {
                return true;
            }
            if (seen.size() > MOST_STEPS || !seen.add((BitSet) done.clone())) {
                return false;
            }
            List<Integer> fitting = moving.stream()
                    .filter(i -> !done.get(i) && fits(i))
                    .sorted(preference.apply(now))
                    .toList();
            for (int next : fitting) {
                make(next, placement[next], 1);
                if (found()) {
                    return true;
                }
                make(next, problem.candidates().get(next).present(), -1);
            }
            return false;
        }

        private void make(int i, int tier, int step) {
            put(i, tier);
            done.set(i, step > 0);
            if (step > 0) {
                order.add(i);
            } else {
                order.remove(order.size() - 1);
            }
        }
    }
}
