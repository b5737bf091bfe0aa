package dev.pgstow.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/** In which order the moves of a placement are made: at every moment both copies of the relation under way have room. */
final class MoveOrder {
    private static final int MANY = 60;

    private final Problem problem;
    private final int[] placement;

    MoveOrder(Problem problem, int[] placement) {
        this.problem = problem;
        this.placement = placement;
    }

    /** Whether there is an order at all. */
    boolean exists() {
        return roomiest().isPresent();
    }

    /** The positions of the moving candidates: most benefit per minute first, as far as it fits. */
    List<Integer> byBenefit(IntToDoubleFunction minutes) {
        int[] now = problem.present();
        boolean many = moving().size() > MANY;
        return order(
                        (fitting, at) -> {
                            double before = many ? problem.model().upperBound(problem.loads(at)) : problem.tps(at);
                            return fitting.stream()
                                    .max(Comparator.comparingDouble((Integer i) -> {
                                                int[] after = at.clone();
                                                after[i] = placement[i];
                                                double tps = many
                                                        ? problem.model().upperBound(problem.loads(after))
                                                        : problem.tps(after);
                                                return rounded(Math.log(tps / before)
                                                        / Math.max(1e-3, minutes.applyAsDouble(i)));
                                            })
                                            .thenComparing(i -> -i))
                                    .orElseThrow();
                        },
                        now)
                .or(this::roomiest)
                .orElseThrow();
    }

    /** What leaves a tier with a limit goes first, the largest of it first. */
    private Optional<List<Integer>> roomiest() {
        return order(
                (fitting, at) -> fitting.stream()
                        .max(Comparator.comparing((Integer i) -> problem.room()[placement[i]] == Long.MAX_VALUE)
                                .thenComparing(i -> problem.candidates().get(i).bytes())
                                .thenComparing(i -> -i))
                        .orElseThrow(),
                problem.present());
    }

    /** Picks one of those that fit now. */
    private interface Choice {
        int next(List<Integer> fitting, int[] now);
    }

    private Optional<List<Integer>> order(Choice choice, int[] now) {
        List<Integer> left = moving();
        List<Integer> order = new ArrayList<>();
        long[] used = problem.used(now);
        while (!left.isEmpty()) {
            List<Integer> fitting = left.stream()
                    .filter(i -> problem.room()[placement[i]] - used[placement[i]]
                            >= problem.candidates().get(i).bytes())
                    .toList();
            if (fitting.isEmpty()) {
                return Optional.empty();
            }
            Integer next = choice.next(fitting, now);
            used[placement[next]] += problem.candidates().get(next).bytes();
            used[now[next]] -= problem.candidates().get(next).bytes();
            now[next] = placement[next];
            left.remove(next);
            order.add(next);
        }
        return Optional.of(order);
    }

    private List<Integer> moving() {
        List<Integer> moving = new ArrayList<>();
        for (int i = 0; i < placement.length; i++) {
            if (placement[i] != problem.candidates().get(i).present()) {
                moving.add(i);
            }
        }
        return moving;
    }

    /** Differences of rounding decide nothing. */
    private static double rounded(double benefit) {
        return Math.round(benefit * 1e9) / 1e9;
    }
}
