package dev.pgstow.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.Range;
import dev.pgstow.plan.Prediction;
import dev.pgstow.verify.Sides;
import dev.pgstow.verify.Verdict;
import org.junit.jupiter.api.Test;

class VerdictTextTest {
    @Test
    void a_verdict_reads_from_the_word_to_the_figures() {
        Prediction prediction = new Prediction(new Range(1.9, 2.0, 2.1), "the device of ts_slow", "page cache");
        Verdict verdict =
                Verdict.of(Sides.of(800, 800, 800, 800, 800), Sides.of(1480, 1480, 1480, 1480, 1480), prediction);

        assertThat(VerdictText.lines(verdict))
                .containsExactly(
                        "verdict: better",
                        "  significant (p = 0.008) and above the noise floor of 2.0 %",
                        "",
                        "median of the runs             before     after  after/before",
                        "--------------------------------------------------------------------",
                        "TPS                               800     1,480  1.85 (1.85 to 1.85)",
                        "latency p50, ms                  3.00      3.00",
                        "latency p95, ms                  8.00      8.00",
                        "latency p99, ms                 12.50     12.50",
                        "blocks read per transaction      2.00      2.00",
                        "failed, %                        0.00      0.00",
                        "runs                         5 x 10 s  5 x 10 s",
                        "clients                             4         4",
                        "",
                        "predicted: TPS x 2.00 (1.90 to 2.10), limited by the device of ts_slow; measured: x 1.85,"
                                + " outside of the range",
                        "",
                        "note: uncontrolled: a plain before and after, so whatever else changed in between counts as well");
    }

    @Test
    void sides_that_cannot_be_compared_show_no_ratio() {
        Verdict verdict = Verdict.of(Sides.of(310, 1180, 1195), Sides.of(1188, 1201, 1192), null);

        assertThat(VerdictText.lines(verdict))
                .anySatisfy(line -> assertThat(line).matches("TPS +1,180 +1,192  -"));
    }
}
