package dev.pgstow.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.advise.Inputs.Cleaner;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Properties of the search over random problems, judged by an oracle that looks at everything and shares no code but the model. */
class PlacerTest {
    private static final int PROBLEMS = 200;
    private static final List<Oracle> SEARCHED = new ArrayList<>();

    @BeforeAll
    static void search_everything() {
        for (int seed = 0; seed < PROBLEMS; seed++) {
            Problem problem = random(new Random(seed));
            Oracle oracle = new Oracle(problem);
            oracle.search(new int[problem.present().length], 0);
            SEARCHED.add(oracle);
        }
    }

    @Test
    void the_best_placement_is_found_it_fits_it_can_be_reached_and_it_is_never_worse_than_the_present() {
        int moved = 0;
        for (int seed = 0; seed < PROBLEMS; seed++) {
            Oracle oracle = SEARCHED.get(seed);
            Problem problem = oracle.problem;
            int[] found = Placer.solve(problem, problem.present()).placement();

            assertThat(oracle.fits(found)).as("seed %d fits", seed).isTrue();
            assertThat(oracle.reachable(found)).as("seed %d reachable", seed).isTrue();
            assertThat(oracle.worth(found))
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(oracle.worth(problem.present()) - 1e-9)
                    .isCloseTo(oracle.best, org.assertj.core.data.Offset.offset(1e-7));
            assertOrderIsFeasible(problem, found);
            moved += IntStream.range(0, found.length)
                    .filter(i -> found[i] != problem.present()[i])
                    .count();
        }
        assertThat(moved).isGreaterThan(PROBLEMS);
    }

    @Test
    void the_bound_is_above_the_optimum() {
        for (int seed = 0; seed < PROBLEMS; seed++) {
            Oracle oracle = SEARCHED.get(seed);
            assertThat(Placer.solve(oracle.problem, oracle.problem.present()).bound())
                    .as("seed %d", seed)
                    .isGreaterThanOrEqualTo(oracle.bestTps * (1 - 1e-9));
        }
    }

    @Test
    void once_the_best_placement_is_reached_nothing_moves_any_more() {
        int settled = 0;
        for (int seed = 0; seed < PROBLEMS; seed++) {
            Problem problem = SEARCHED.get(seed).problem;
            int[] found = Placer.solve(problem, problem.present()).placement();
            List<Candidate> there = IntStream.range(0, found.length)
                    .mapToObj(i -> new Candidate(
                            problem.candidates().get(i).relation(),
                            problem.candidates().get(i).demand(),
                            found[i],
                            problem.candidates().get(i).allowed()))
                    .toList();
            Problem next = new Problem(there, problem.room(), problem.fixed(), problem.model());
            int[] then = Placer.solve(next, next.present()).placement();
            // a first run may open a way to a placement that no order of moves reached before
            boolean reachableBefore =
                    SEARCHED.get(seed).fits(then) && SEARCHED.get(seed).reachable(then);
            if (reachableBefore) {
                assertThat(then).as("seed %d", seed).isEqualTo(found);
                settled++;
            }
        }
        assertThat(settled).isGreaterThan(PROBLEMS * 9 / 10);
    }

    /** One client on tiers without limits makes it a plain knapsack, which dynamic programming solves exactly. */
    @Test
    void a_knapsack_is_solved_as_well_as_by_dynamic_programming() {
        for (int seed = 0; seed < 3; seed++) {
            Problem problem = knapsack(new Random(seed));
            int[] optimum = optimum(problem);

            Placer.Solution solution = Placer.solve(problem, problem.present());

            assertThat(new Oracle(problem).worth(solution.placement()))
                    .isGreaterThan(new Oracle(problem).worth(optimum) - 1e-4);
            assertThat(solution.bound()).isBetween(problem.tps(optimum), 1.01 * problem.tps(optimum));
        }
    }

    private static Problem knapsack(Random random) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            candidates.add(candidate(i, 1 + random.nextInt(50), reads(random.nextDouble()), 0, Set.of(0, 1)));
        }
        List<TierSpeed> speeds =
                List.of(CostModelTest.speed("slow", 600e-6, 1e9), CostModelTest.speed("fast", 60e-6, 1e9));
        return new Problem(candidates, new long[] {Long.MAX_VALUE, 400L << 20}, TierLoads.none(2), model(speeds, 1));
    }

    /** The most reads that fit on the second tier, by dynamic programming over its mebibytes. */
    private static int[] optimum(Problem problem) {
        int room = (int) (problem.room()[1] >> 20);
        int count = problem.candidates().size();
        double[][] most = new double[count + 1][room + 1];
        for (int i = 0; i < count; i++) {
            int size = (int) (problem.candidates().get(i).bytes() >> 20);
            double reads = problem.candidates().get(i).demand().randomReads();
            for (int free = 0; free <= room; free++) {
                most[i + 1][free] = free < size ? most[i][free] : Math.max(most[i][free], most[i][free - size] + reads);
            }
        }
        int[] placement = new int[count];
        int free = room;
        for (int i = count - 1; i >= 0; i--) {
            if (most[i + 1][free] > most[i][free]) {
                placement[i] = 1;
                free -= (int) (problem.candidates().get(i).bytes() >> 20);
            }
        }
        return placement;
    }

    /** Two tiers that change all they hold, with room for one relation more. */
    @Test
    void thousands_of_moves_are_ordered_within_their_room() {
        Random random = new Random(7);
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            Demand demand = new Demand(random.nextDouble(), random.nextDouble(), 0, 8192, random.nextDouble());
            candidates.add(candidate(i, 64, demand, i % 2, Set.of(0, 1)));
        }
        List<TierSpeed> speeds = List.of(CostModelTest.speed("a", 500e-6, 3000), CostModelTest.speed("b", 50e-6, 1e9));
        long room = (2500 * 64L + 64) << 20;
        Problem problem = new Problem(candidates, new long[] {room, room}, TierLoads.none(2), model(speeds, 4));
        int[] placement =
                candidates.stream().mapToInt(each -> 1 - each.present()).toArray();

        assertThat(new MoveOrder(problem, placement).exists()).isTrue();
        assertOrderIsFeasible(problem, placement);
    }

    private static void assertOrderIsFeasible(Problem problem, int[] placement) {
        long[] used = problem.used(problem.present());
        List<Integer> order = new MoveOrder(problem, placement)
                .byBenefit(i -> problem.candidates().get(i).bytes() / 1e9);
        assertThat(new HashSet<>(order)).hasSameSizeAs(order);
        for (int i : order) {
            Candidate each = problem.candidates().get(i);
            used[placement[i]] += each.bytes();
            assertThat(used[placement[i]]).isLessThanOrEqualTo(problem.room()[placement[i]]);
            used[each.present()] -= each.bytes();
        }
        assertThat(used).isEqualTo(problem.used(placement));
    }

    private static Problem random(Random random) {
        int tiers = 2 + random.nextInt(2);
        List<TierSpeed> speeds = new ArrayList<>();
        for (int t = 0; t < tiers; t++) {
            double latency = 40e-6 * Math.pow(20, random.nextDouble());
            double cap = random.nextBoolean() ? 1e9 : 1000 + random.nextInt(8000);
            speeds.add(CostModelTest.speed("t" + t, latency, cap).withWrites(20e-6, 1));
        }
        List<Candidate> candidates = new ArrayList<>();
        long[] used = new long[tiers];
        int count = 2 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            int present = random.nextInt(tiers);
            Set<Integer> allowed = new HashSet<>(Set.of(present));
            for (int t = 0; t < tiers; t++) {
                if (random.nextInt(8) > 0) {
                    allowed.add(t);
                }
            }
            Demand demand = random.nextInt(6) == 0
                    ? Demand.NONE
                    : new Demand(
                            2 * random.nextDouble(),
                            random.nextDouble(),
                            random.nextInt(3) == 0 ? random.nextDouble() : 0,
                            20000,
                            random.nextInt(3) == 0 ? random.nextDouble() : 0);
            candidates.add(candidate(i, 1 + random.nextInt(100), demand, present, allowed));
            used[present] += candidates.get(i).bytes();
        }
        long[] room = new long[tiers];
        for (int t = 0; t < tiers; t++) {
            // now and then a tier that is too full already
            room[t] = random.nextInt(3) == 0
                    ? Long.MAX_VALUE
                    : (long) (used[t] * (0.9 + random.nextDouble())) + ((long) random.nextInt(80) << 20);
        }
        int[] clients = {1, 2, 4, 8};
        return new Problem(candidates, room, TierLoads.none(tiers), model(speeds, clients[random.nextInt(4)]));
    }

    private static CostModel model(List<TierSpeed> speeds, int clients) {
        return new CostModel(new Inputs(speeds, 0.3e-3, 4, 0, 0, 1e-3, -1, new Cleaner(100, 0.2)), clients);
    }

    private static Candidate candidate(int number, int mebibytes, Demand demand, int present, Set<Integer> allowed) {
        Relation relation = new Relation(
                Shop.name(String.format("t%03d", number)),
                RelationKind.TABLE,
                number,
                "t" + present,
                ByteSize.ofMiB(mebibytes),
                true,
                Persistence.PERMANENT,
                "shop",
                "heap",
                1,
                null,
                null);
        return new Candidate(relation, demand, present, allowed);
    }

    private static Demand reads(double perTransaction) {
        return new Demand(perTransaction, perTransaction, 0, perTransaction * 8192, 0);
    }

    /** Looks at every placement and at every order of its moves. */
    private static final class Oracle {
        private final Problem problem;
        private double best = Double.NEGATIVE_INFINITY;
        private double bestTps;

        Oracle(Problem problem) {
            this.problem = problem;
        }

        void search(int[] placement, int next) {
            if (next < placement.length) {
                for (int t = 0; t < problem.room().length; t++) {
                    if (problem.candidates().get(next).allowed().contains(t)) {
                        placement[next] = t;
                        search(placement, next + 1);
                    }
                }
            } else if (fits(placement) && reachable(placement)) {
                best = Math.max(best, worth(placement));
                bestTps = Math.max(bestTps, tps(placement));
            }
        }

        boolean fits(int[] placement) {
            for (int t = 0; t < problem.room().length; t++) {
                long used = 0;
                boolean gets = false;
                for (int i = 0; i < placement.length; i++) {
                    Candidate each = problem.candidates().get(i);
                    used += placement[i] == t ? each.bytes() : 0;
                    gets |= placement[i] == t && each.present() != t;
                }
                if (gets && used > problem.room()[t]) {
                    return false;
                }
            }
            return true;
        }

        boolean reachable(int[] placement) {
            int count = placement.length;
            boolean[] reached = new boolean[1 << count];
            reached[0] = true;
            for (int done = 0; done < reached.length; done++) {
                for (int i = 0; i < count && reached[done]; i++) {
                    boolean moves = placement[i] != problem.candidates().get(i).present();
                    if ((done >> i & 1) == 0 && (!moves || roomFor(placement, done, i))) {
                        reached[done | 1 << i] = true;
                    }
                }
            }
            return reached[reached.length - 1];
        }

        private boolean roomFor(int[] placement, int done, int mover) {
            long used = problem.candidates().get(mover).bytes();
            for (int i = 0; i < placement.length; i++) {
                int at = (done >> i & 1) == 1
                        ? placement[i]
                        : problem.candidates().get(i).present();
                used += at == placement[mover] ? problem.candidates().get(i).bytes() : 0;
            }
            return used <= problem.room()[placement[mover]];
        }

        double worth(int[] placement) {
            double all = 0;
            for (Candidate each : problem.candidates()) {
                all += each.bytes();
            }
            double worth = Math.log(tps(placement));
            for (int i = 0; i < placement.length; i++) {
                Candidate each = problem.candidates().get(i);
                worth -= placement[i] == each.present() ? 0 : 0.0005 + 0.01 * each.bytes() / all;
            }
            return worth;
        }

        private double tps(int[] placement) {
            TierLoads loads = problem.fixed();
            for (int i = 0; i < placement.length; i++) {
                loads = loads.plus(placement[i], problem.candidates().get(i).demand());
            }
            return problem.model().tps(loads);
        }
    }
}
