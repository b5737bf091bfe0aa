package dev.pgstow.advise;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;

/**
 * In which order the moves of a placement are made: at every moment both copies of the relation under way have room. A preferred move
 * that would block others later waits.
 */
final class MoveOrder {
    /** Above it the moves are ranked once, by the cheap bound: to rank them anew after each would take the square of their number. */
    private static final int MANY = 60;

    /** Moves in all rests that are looked at for an order. */
    private static final int MOST_LOOKED_AT = 100_000;

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
        return problem.fits(placement)
                && (new FirstThatFits(roomiest()).order().size() == moving.size()
                        || new Search().found(new Room(), moving).isPresent());
    }

    /** The placement that is reached when what never has room is left out. */
    int[] asFarAsItGoes() {
        FirstThatFits order = new FirstThatFits(roomiest());
        order.order();
        return order.now;
    }

    /**
     * The positions of the moving candidates: most benefit per minute first, as far as it fits.
     *
     * @throws IllegalStateException when there is no order
     */
    List<Integer> byBenefit(IntToDoubleFunction minutes) {
        return moving.size() > MANY ? rankedOnce(benefit(problem.present(), minutes)) : rankedAnew(minutes);
    }

    private List<Integer> rankedOnce(Comparator<Integer> benefit) {
        for (Comparator<Integer> rank : List.of(benefit, roomiest())) {
            List<Integer> order = new FirstThatFits(rank).order();
            if (order.size() == moving.size()) {
                return order;
            }
        }
        return any(new Room(), moving);
    }

    private List<Integer> rankedAnew(IntToDoubleFunction minutes) {
        Room room = new Room();
        List<Integer> order = new ArrayList<>();
        List<Integer> rest = moving;
        while (!rest.isEmpty()) {
            int next = preferred(room, rest, benefit(room.now, minutes));
            room.put(next, placement[next]);
            order.add(next);
            rest = without(rest, next);
        }
        return order;
    }

    /** The first that does not block others later. */
    private int preferred(Room room, List<Integer> rest, Comparator<Integer> preference) {
        return rest.stream()
                .filter(room::fits)
                .sorted(preference)
                .filter(i -> new Search().found(room.after(i), without(rest, i)).isPresent())
                .findFirst()
                .orElseGet(() -> any(room, rest).get(0));
    }

    private List<Integer> any(Room room, List<Integer> rest) {
        return new Search()
                .found(room, rest)
                .orElseThrow(() -> new IllegalStateException("no order of " + rest.size() + " moves fits"));
    }

    private static List<Integer> without(List<Integer> all, Integer one) {
        List<Integer> others = new ArrayList<>(all);
        others.remove(one);
        return others;
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

    /** What leaves for a tier without a limit goes first, what comes from one last; of both the largest first. */
    private Comparator<Integer> roomiest() {
        return Comparator.comparing((Integer i) -> problem.room()[placement[i]] != Long.MAX_VALUE)
                .thenComparing(i -> problem.room()[problem.candidates().get(i).present()] == Long.MAX_VALUE)
                .thenComparing(i -> -problem.candidates().get(i).bytes())
                .thenComparing(Comparator.naturalOrder());
    }

    /** Room on every tier while moves are made. */
    private class Room {
        final int[] now;
        final long[] used;

        Room() {
            this.now = problem.present();
            this.used = problem.used(now);
        }

        private Room(Room other) {
            this.now = other.now.clone();
            this.used = other.used.clone();
        }

        Room after(int i) {
            Room after = new Room(this);
            after.put(i, placement[i]);
            return after;
        }

        boolean fits(int i) {
            return problem.candidates().get(i).bytes() <= left(placement[i]);
        }

        long left(int tier) {
            return problem.room()[tier] - used[tier];
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

    /**
     * Looks for some order, depth first and never twice at the same rest. What goes where there is room for everything that still comes
     * can be in nobody's way: it is made at once. What leaves a tier that nothing more comes to makes room for nobody: it is left for
     * the end. That decides nearly all.
     */
    private final class Search {
        private final Set<List<Integer>> seen = new HashSet<>();
        private long looked;

        Optional<List<Integer>> found(Room start, List<Integer> moves) {
            Room room = new Room(start);
            List<Integer> first = new ArrayList<>();
            LinkedList<Integer> last = new LinkedList<>();
            List<Integer> rest = peeled(room, moves, first, last);
            if (rest.isEmpty()) {
                return Optional.of(joined(first, rest, last));
            }
            looked += rest.size();
            if (looked > MOST_LOOKED_AT || !seen.add(rest)) {
                return Optional.empty();
            }
            for (int next : rest) {
                if (room.fits(next)) {
                    first.add(next);
                    Optional<List<Integer>> others = found(room.after(next), without(rest, next));
                    if (others.isPresent()) {
                        return Optional.of(joined(first, others.get(), last));
                    }
                    first.remove(first.size() - 1);
                }
            }
            return Optional.empty();
        }

        /** What is neither first nor last. */
        private List<Integer> peeled(Room room, List<Integer> moves, List<Integer> first, LinkedList<Integer> last) {
            List<Integer> rest = moves;
            while (true) {
                List<Integer> others = new ArrayList<>();
                long[] coming = new long[problem.tiers()];
                int[] arrivals = new int[problem.tiers()];
                for (int i : rest) {
                    coming[placement[i]] += problem.candidates().get(i).bytes();
                    arrivals[placement[i]]++;
                }
                for (int i : rest) {
                    if (coming[placement[i]] <= room.left(placement[i])) {
                        coming[placement[i]] -= problem.candidates().get(i).bytes();
                        arrivals[placement[i]]--;
                        room.put(i, placement[i]);
                        first.add(i);
                    } else if (arrivals[room.now[i]] == 0) {
                        last.addFirst(i);
                    } else {
                        others.add(i);
                    }
                }
                if (others.size() == rest.size()) {
                    return rest;
                }
                rest = others;
            }
        }

        private static List<Integer> joined(List<Integer> first, List<Integer> rest, List<Integer> last) {
            List<Integer> all = new ArrayList<>(first);
            all.addAll(rest);
            all.addAll(last);
            return all;
        }
    }
}
