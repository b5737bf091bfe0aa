package dev.pgstow.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Problems of up to twenty relations on two to four tiers, with capacities, with and without caps, against a solver that looks at everything.
 * As many of each kind as the system property {@code pgstow.problems} says.
 */
class PlacerOptimumTest {
    private static final int PROBLEMS = Integer.getInteger("pgstow.problems", 20);

    @ParameterizedTest
    @CsvSource({"2, false", "2, true", "3, false", "3, true", "4, false", "4, true"})
    void the_value_is_that_of_the_exact_optimum(int tiers, boolean capped) {
        int moved = 0;
        for (int seed = 0; seed < PROBLEMS; seed++) {
            Problem problem = random(new Random(1000L * tiers + seed), tiers, capped);

            Placer.Solution found = Placer.solve(problem, problem.present());

            ExactPlacer exact = new ExactPlacer(problem, found.placement());
            double best = exact.best();

            String which = tiers + " tiers, capped " + capped + ", seed " + seed + ", "
                    + problem.candidates().size() + " relations";
            assertThat(exact.fits(found.placement())).as(which).isTrue();
            assertThat(exact.reachable(found.placement())).as(which).isTrue();
            assertThat(exact.worth(found.placement()))
                    .as(which)
                    .isGreaterThanOrEqualTo(exact.worth(problem.present()))
                    .isGreaterThan(best - (0.001 - ExactPlacer.HARDLY));
            assertThat(found.bound()).as(which).isGreaterThanOrEqualTo(exact.bestTps() * (1 - 1e-6));
            if (found.exact()) {
                assertThat(exact.worth(found.placement())).as(which).isGreaterThan(best - 1e-6);
            }
            for (int i = 0; i < found.placement().length; i++) {
                moved += found.placement()[i] == problem.present()[i] ? 0 : 1;
            }
        }
        assertThat(moved).isGreaterThan(PROBLEMS);
    }

    /** Tiers with room for a part of all, so that what is best needs to be chosen. */
    private static Problem random(Random random, int tiers, boolean capped) {
        List<TierSpeed> speeds = new ArrayList<>();
        for (int t = 0; t < tiers; t++) {
            double latency = 40e-6 * Math.pow(20, random.nextDouble());
            double cap = capped ? 800 + random.nextInt(6000) : 1e9;
            speeds.add(CostModelTest.speed("t" + t, latency, cap));
        }
        int count = 2 + random.nextInt(19);
        List<Candidate> candidates = new ArrayList<>();
        long[] used = new long[tiers];
        long total = 0;
        for (int i = 0; i < count; i++) {
            int present = random.nextInt(4) > 0 ? 0 : random.nextInt(tiers);
            Set<Integer> allowed = new HashSet<>(Set.of(present));
            for (int t = 0; t < tiers; t++) {
                if (random.nextInt(10) > 0) {
                    allowed.add(t);
                }
            }
            double reads = random.nextInt(8) == 0 ? 0 : Math.pow(random.nextDouble(), 3);
            double sequential = random.nextInt(4) == 0 ? reads / 8 : 0;
            Demand demand = new Demand(reads, reads * (random.nextInt(3) == 0 ? 0.5 : 1), sequential, reads * 8192, 0);
            Relation relation = new Relation(
                    Shop.name(String.format("t%03d", i)),
                    RelationKind.TABLE,
                    i + 1,
                    "t" + present,
                    ByteSize.ofMiB(1 + (long) (200 * Math.pow(random.nextDouble(), 2))),
                    true,
                    Persistence.PERMANENT,
                    "shop",
                    "heap",
                    1,
                    null,
                    null);
            candidates.add(new Candidate(relation, demand, present, allowed));
            used[present] += candidates.get(i).bytes();
            total += candidates.get(i).bytes();
        }
        long[] room = new long[tiers];
        for (int t = 0; t < tiers; t++) {
            room[t] = t == 0 ? Long.MAX_VALUE : used[t] + (long) (total * 0.5 * random.nextDouble());
        }
        int clients = capped ? 2 + random.nextInt(15) : 1;
        Inputs inputs = new Inputs(speeds, 0.3e-3, 4, 0, 0, 1e-3, -1, new Inputs.Cleaner(100, 0.2));
        return new Problem(candidates, room, TierLoads.none(tiers), new CostModel(inputs, clients));
    }
}
