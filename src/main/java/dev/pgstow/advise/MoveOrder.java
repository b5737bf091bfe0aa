package dev.pgstow.advise;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
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
    /** Above it benefits are told by the cheap bound: the model would be solved for half the square of the moves. */
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
        return new Search(this::roomiest).found();
    }

    /**
     * The positions of the moving candidates: most benefit per minute first, as far as it fits.
     *
     * @throws IllegalStateException when there is no order
     */
    List<Integer> byBenefit(IntToDoubleFunction minutes) {
        for (Function<int[], Comparator<Integer>> preference :
                List.<Function<int[], Comparator<Integer>>>of(now -> benefit(now, minutes), this::roomiest)) {
            Search search = new Search(preference);
            if (search.found()) {
                return List.copyOf(search.order);
            }
        }
        throw new IllegalStateException("no order of " + moving.size() + " moves fits");
    }

    private Comparator<Integer> benefit(int[] now, IntToDoubleFunction minutes) {
        double before = throughput(now);
        Map<Integer, Double> perMinute = new HashMap<>();
        for (int i : moving) {
            int[] after = now.clone();
            after[i] = placement[i];
            double gain = Math.log(throughput(after) / before) / Math.max(1e-3, minutes.applyAsDouble(i));
            // differences of rounding decide nothing
            perMinute.put(i, -Math.round(gain * 1e9) / 1e9);
        }
        return Comparator.<Integer>comparingDouble(i -> perMinute.getOrDefault(i, 0.0))
                .thenComparing(Comparator.naturalOrder());
    }

    private double throughput(int[] now) {
        return moving.size() > MANY ? problem.model().upperBound(problem.loads(now)) : problem.tps(now);
    }

    /** What leaves for a tier without a limit goes first, the largest of it first. */
    private Comparator<Integer> roomiest(int[] now) {
        return Comparator.comparing((Integer i) -> problem.room()[placement[i]] != Long.MAX_VALUE)
                .thenComparing(i -> -problem.candidates().get(i).bytes())
                .thenComparing(Comparator.naturalOrder());
    }

    /** A depth-first search that never looks at the same set of finished moves twice. */
    private final class Search {
        private final Function<int[], Comparator<Integer>> preference;
        private final List<Integer> order = new ArrayList<>();
        private final Set<BitSet> seen = new HashSet<>();
        private final int[] now = problem.present();
        private final long[] used = problem.used(now);
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

        private boolean fits(int i) {
            return problem.room()[placement[i]] - used[placement[i]]
                    >= problem.candidates().get(i).bytes();
        }

        private void make(int i, int tier, int step) {
            used[tier] += problem.candidates().get(i).bytes();
            used[now[i]] -= problem.candidates().get(i).bytes();
            now[i] = tier;
            done.set(i, step > 0);
            if (step > 0) {
                order.add(i);
            } else {
                order.remove(order.size() - 1);
            }
        }
    }
}
