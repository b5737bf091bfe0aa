package dev.pgstow.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Course;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.RequestLatency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Devices made of a latency and caps: what is in flight is served at depth / latency until a cap is reached. */
class CapsFoundTest {
    private static final double MIB = 1 << 20;

    private final SplittableRandom random = new SplittableRandom(7);
    private final List<PatternResult> results = new ArrayList<>();

    @ParameterizedTest
    @CsvSource({"3000, 1500, 200", "25000, 8000, 750", "500, 500, 60", "16000, 16000, 1000"})
    void caps_are_found_within_three_percent(double reads, double writes, double mebibytes) {
        device(500e-6, reads, writes, Double.POSITIVE_INFINITY, mebibytes * MIB);

        Limits caps = CapsFound.of(results);

        assertThat(caps.readIops()).isCloseTo(reads, withPercentage(3));
        assertThat(caps.writeIops()).isCloseTo(writes, withPercentage(3));
        assertThat(caps.readBytesPerSecond()).isCloseTo(mebibytes * MIB, withPercentage(3));
        assertThat(caps.writeBytesPerSecond()).isCloseTo(mebibytes * MIB, withPercentage(3));
    }

    @Test
    void a_cap_that_reads_and_writes_have_in_common_is_seen_in_their_mix() {
        device(600e-6, 2500, 2500, 2500, 400 * MIB);

        assertThat(CapsFound.of(results).totalIops()).isCloseTo(2500d, withPercentage(3));
    }

    @Test
    void caps_of_their_own_are_no_common_one() {
        device(500e-6, 3000, 1500, Double.POSITIVE_INFINITY, 400 * MIB);

        assertThat(CapsFound.of(results).totalIops()).isNull();
    }

    @Test
    void a_device_that_gives_more_for_more_in_flight_has_no_cap() {
        device(100e-6, 1e9, 1e9, 1e9, 1e15);

        assertThat(CapsFound.of(results)).isEqualTo(Limits.NONE);
        assertThat(CapsFound.marked(results, Limits.NONE))
                .extracting(PatternResult::limitedBy)
                .containsOnly(LimitedBy.LATENCY);
    }

    @Test
    void a_rate_that_the_processors_hold_down_is_no_cap() {
        device(500e-6, 3000, 1500, Double.POSITIVE_INFINITY, 200 * MIB);

        List<PatternResult> busy =
                results.stream().map(result -> result.limitedBy(LimitedBy.CPU)).toList();

        assertThat(CapsFound.of(busy)).isEqualTo(Limits.NONE);
    }

    @Test
    void operations_that_the_cap_on_bytes_holds_down_have_no_cap_of_their_own() {
        // 16 MiB/s are 2,048 blocks of 8 KiB a second
        device(500e-6, 1e6, 1e6, 1e6, 16 * MIB);

        Limits caps = CapsFound.of(results);

        assertThat(caps.readIops()).isNull();
        assertThat(caps.readBytesPerSecond()).isCloseTo(16 * MIB, withPercentage(3));
    }

    @Test
    void what_reached_a_cap_is_marked_and_what_did_not_is_not() {
        device(500e-6, 3000, 1500, Double.POSITIVE_INFINITY, 200 * MIB);

        List<PatternResult> marked = CapsFound.marked(results, CapsFound.of(results));

        assertThat(marked)
                .filteredOn(result -> result.pattern() == AccessPattern.RANDOM_READ)
                .allSatisfy(result -> assertThat(result.limitedBy())
                        .isEqualTo(result.depth() == 1 ? LimitedBy.LATENCY : LimitedBy.CAP));
        assertThat(marked)
                .filteredOn(result -> result.pattern() == AccessPattern.MIXED_70_WRITE)
                .extracting(PatternResult::limitedBy)
                .containsOnly(LimitedBy.CAP);
    }

    /** All steps of a quick profile on such a device, with noise of 1 %. */
    private void device(double latency, double reads, double writes, double total, double bytes) {
        for (Step step : Step.all(false)) {
            if (!step.pause().isZero()) {
                continue;
            }
            double free = step.depth() / latency;
            switch (step.pattern()) {
                case RANDOM_READ -> add(step, 0, Math.min(free, Math.min(reads, Math.min(total, bytes / 8192))));
                case RANDOM_WRITE -> add(step, 0, Math.min(free, Math.min(writes, Math.min(total, bytes / 8192))));
                case LARGE_READ, LARGE_WRITE -> add(step, 0, Math.min(free, bytes / MIB));
                case MIXED_50_READ -> mix(step, 0.5, free, reads, writes, total, bytes);
                case MIXED_70_READ -> mix(step, 0.7, free, reads, writes, total, bytes);
                default -> {}
            }
        }
    }

    private void mix(Step step, double share, double free, double reads, double writes, double total, double bytes) {
        double all = Math.min(Math.min(free, total), Math.min(reads / share, writes / (1 - share)));
        all = Math.min(all, bytes / 8192);
        add(step, 0, all * share);
        add(step, 1, all * (1 - share));
    }

    private void add(Step step, int index, double rate) {
        double noisy = rate * (0.99 + 0.02 * random.nextDouble());
        results.add(new PatternResult(
                step.patterns().get(index),
                step.depth(),
                Duration.ZERO,
                noisy,
                RequestLatency.ofMean(step.depth() / noisy),
                Course.STEADY,
                null,
                LimitedBy.LATENCY));
    }
}
