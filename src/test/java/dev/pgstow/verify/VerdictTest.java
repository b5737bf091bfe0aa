package dev.pgstow.verify;

import static dev.pgstow.verify.Sides.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.Range;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Prediction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final double[] BEFORE = {812, 797, 825, 801, 809};
    private static final double[] AFTER = {1490, 1522, 1466, 1501, 1498};

    @Test
    void five_clearly_faster_runs_against_five_are_better() {
        Verdict verdict = Verdict.of(Sides.of(BEFORE), Sides.of(AFTER), null);

        assertThat(verdict.outcome()).isEqualTo(Outcome.BETTER);
        assertThat(verdict.effect().ratio().likely()).isCloseTo(1498.0 / 809, within(1e-9));
        assertThat(verdict.effect().ratio().low()).isBetween(1466.0 / 825, 1498.0 / 809);
        assertThat(verdict.effect().ratio().high()).isBetween(1498.0 / 809, 1522.0 / 797);
        assertThat(verdict.effect().pValue()).isEqualTo(2 / 252.0);
        assertThat(verdict.reasons()).containsExactly("significant (p = 0.008) and above the noise floor of 2.0 %");
        assertThat(verdict.fails(null)).isFalse();
        assertThat(verdict.fails(1.8)).isFalse();
        assertThat(verdict.fails(1.9)).isTrue();
    }

    @Test
    void five_clearly_slower_runs_are_worse_and_fail() {
        Verdict verdict = Verdict.of(Sides.of(AFTER), Sides.of(BEFORE), null);

        assertThat(verdict.outcome()).isEqualTo(Outcome.WORSE);
        assertThat(verdict.fails(null)).isTrue();
    }

    @Test
    void a_significant_change_below_two_percent_is_no_worse_and_not_better() {
        Verdict verdict =
                Verdict.of(Sides.of(1000, 1001, 1002, 1003, 1004), Sides.of(1010, 1011, 1012, 1013, 1014), null);

        assertThat(verdict.effect().pValue()).isLessThan(0.05);
        assertThat(verdict.outcome()).isEqualTo(Outcome.NO_WORSE);
    }

    @Test
    void runs_that_scatter_more_than_they_differ_are_inconclusive() {
        Verdict verdict =
                Verdict.of(Sides.of(1932, 2009, 1700, 1995, 2100), Sides.of(1961, 1750, 1899, 2141, 1800), null);

        assertThat(verdict.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(verdict.fails(null)).isFalse();
        assertThat(verdict.notes()).noneMatch(note -> note.contains("scatter"));
        assertThat(Verdict.of(Sides.of(1000, 1200, 1400, 800, 600), Sides.of(1000, 1001, 1002, 1003, 1004), null)
                        .notes())
                .contains(
                        "the runs of a side scatter by 20 %: something else uses the machine, or the runs are too short");
    }

    @Test
    void three_runs_a_side_are_inconclusive_whether_they_scatter_or_not() {
        Verdict scattered = Verdict.of(Sides.of(1932, 2009, 1995), Sides.of(1961, 1899, 2141), null);
        Verdict clear = Verdict.of(Sides.of(812, 797, 825), Sides.of(1490, 1522, 1466), null);

        assertThat(scattered.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(clear.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
        assertThat(clear.reasons())
                .containsExactly("not enough runs: 3 before and 3 after, where fewer than 5 a side prove nothing");
    }

    @Test
    void a_first_run_just_after_a_restart_makes_the_sides_not_comparable() {
        Verdict verdict = Verdict.of(Sides.of(310, 1180, 1195), Sides.of(1188, 1201, 1192), null);

        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_COMPARABLE);
        assertThat(verdict.reasons())
                .singleElement()
                .asString()
                .contains("the first run before was far off the others");
        assertThat(verdict.fails(null)).isFalse();
        assertThat(verdict.fails(0.5)).isTrue();
    }

    @Test
    void what_differs_besides_the_placement_is_named() {
        Load load = Sides.load(Sides.WORKLOAD);
        Load other = new Load(
                new StatementList(List.of(new WeightedStatement("one", 1, "select 1", List.of()))),
                8,
                2,
                Duration.ofSeconds(20),
                Duration.ZERO,
                5,
                false);
        Conditions changed = new Conditions(
                new Cluster("7422", new ServerVersion(180007)),
                "store",
                Sides.START,
                Map.of("shared_buffers", "256MB", "work_mem", "4MB", "jit", "off"));

        Verdict verdict = Verdict.of(
                Sides.of(load, BEFORE),
                Sides.with(
                        other, changed, List.of(run(900, 2), run(901, 2), run(902, 2), run(903, 2), run(904, 2, 1000))),
                null);

        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_COMPARABLE);
        assertThat(verdict.reasons())
                .containsExactly(
                        "another cluster: system identifier 7421 before, 7422 after",
                        "server version: 18.6 before, 18.7 after",
                        "database: shop before, store after",
                        "setting shared_buffers: 128MB before, 256MB after",
                        "setting work_mem: absent before, 4MB after",
                        "the workload is another one: its text, weights, parameters or protocol changed",
                        "client count: 4 before, 8 after",
                        "seconds per run: 10 before, 20 after",
                        "failed transactions: 0.0 % before, 2.2 % after (TPS counts only those that succeeded;"
                                + " reduce conflicts, or let the workload try again as pgbench does with --max-tries)");
        assertThat(verdict.notes()).contains("the server was restarted between the two sides");
    }

    @Test
    void half_of_the_reads_gone_is_not_the_work_of_a_tier() {
        Load load = Sides.load(Sides.WORKLOAD);
        List<RunResult> before = List.of(run(800, 2.1), run(801, 2.1), run(802, 2.1), run(803, 2.1), run(804, 2.1));
        List<RunResult> after = List.of(run(1600, 1), run(1601, 1), run(1602, 1), run(1603, 1), run(1604, 1));

        Verdict verdict = Verdict.of(
                Sides.with(load, Sides.conditions(), before), Sides.with(load, Sides.conditions(), after), null);

        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_COMPARABLE);
        assertThat(verdict.reasons())
                .singleElement()
                .asString()
                .startsWith("reads per transaction: 2.10 before, 1.00 after");
    }

    @Test
    void a_prediction_holds_when_the_measured_ratio_lies_in_its_range() {
        Prediction held = new Prediction(new Range(1.7, 1.9, 2.1), "device", "page cache");
        Prediction missed = new Prediction(new Range(2.0, 2.1, 2.2), "device", "page cache");

        assertThat(Verdict.of(Sides.of(BEFORE), Sides.of(AFTER), held).predictionHeld())
                .isTrue();
        assertThat(Verdict.of(Sides.of(BEFORE), Sides.of(AFTER), missed).predictionHeld())
                .isFalse();
        assertThat(Verdict.of(Sides.of(BEFORE), Sides.of(AFTER), null).predictionHeld())
                .isFalse();
    }

    @Test
    void without_any_change_at_most_one_comparison_in_twenty_claims_one() {
        Random random = new Random(80);
        int claims = 0;
        for (int i = 0; i < 200; i++) {
            Outcome outcome =
                    Verdict.of(noisy(random, 1), noisy(random, 1), null).outcome();
            claims += outcome == Outcome.BETTER || outcome == Outcome.WORSE ? 1 : 0;
        }

        assertThat(claims).isLessThanOrEqualTo(10);
    }

    @Test
    void a_change_of_ten_percent_under_noise_of_two_is_found_nearly_always() {
        Random random = new Random(81);
        int found = 0;
        for (int i = 0; i < 200; i++) {
            found += Verdict.of(noisy(random, 1), noisy(random, 1.1), null).outcome() == Outcome.BETTER ? 1 : 0;
        }

        assertThat(found).isGreaterThanOrEqualTo(190);
    }

    private static Baseline noisy(Random random, double factor) {
        double[] tps = new double[5];
        for (int i = 0; i < tps.length; i++) {
            tps[i] = 1000 * factor * (1 + 0.02 * random.nextGaussian());
        }
        return Sides.of(tps);
    }
}
