package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** With requests of known duration: what is in flight = rate x latency (Little's law). */
class ClosedLoopTest {
    private static final TimeLimit TIME = new TimeLimit(Duration.ofMillis(300), Duration.ofMillis(300));

    @Test
    void four_threads_make_four_requests_at_once() throws IOException {
        PatternResult result = run(new Step(AccessPattern.RANDOM_READ, 4), thread -> sleep(2));

        assertThat(result.mean()).isGreaterThan(0.002);
        assertThat(result.operationsPerSecond() * result.mean()).isCloseTo(4, withPercentage(25));
        assertThat(result.bytesPerSecond()).isEqualTo(result.operationsPerSecond() * 8192);
        assertThat(result.latency().p50()).isBetween(0.002, result.latency().p95());
        assertThat(result.latency().p95()).isLessThanOrEqualTo(result.latency().p99());
        assertThat(result.latency().p99()).isLessThanOrEqualTo(result.latency().p999());
    }

    @Test
    void a_pause_counts_in_the_rate_and_not_as_latency() throws IOException {
        PatternResult result = run(new Step(AccessPattern.RANDOM_READ, 1, Duration.ofMillis(10)), thread -> sleep(2));

        assertThat(result.mean()).isBetween(0.002, 0.006);
        assertThat(result.operationsPerSecond() * (result.mean() + 0.010)).isCloseTo(1, withPercentage(25));
    }

    @Test
    void a_request_longer_than_the_time_is_waited_for_and_counted() throws IOException {
        PatternResult result = run(new Step(AccessPattern.RANDOM_READ, 2), thread -> sleep(600));

        assertThat(result.mean()).isBetween(0.6, 2.0);
        assertThat(result.operationsPerSecond()).isBetween(1.0, 6.7);
    }

    @Test
    void a_mix_has_a_result_for_each_direction() throws IOException {
        List<PatternResult> results = loop(new Step(AccessPattern.MIXED_70_READ, 4))
                .run(thread -> () -> {
                    boolean write = ThreadLocalRandom.current().nextInt(10) < 3;
                    sleep(write ? 2 : 1);
                    return write ? 1 : 0;
                });

        assertThat(results)
                .extracting(PatternResult::pattern)
                .containsExactly(AccessPattern.MIXED_70_READ, AccessPattern.MIXED_70_WRITE);
        double reads = results.get(0).operationsPerSecond();
        double writes = results.get(1).operationsPerSecond();
        assertThat(reads / (reads + writes)).isCloseTo(0.7, withPercentage(15));
        assertThat(results.get(1).mean()).isGreaterThan(results.get(0).mean());
    }

    @Test
    void a_rate_that_drops_is_reported_with_both_levels() throws IOException {
        long since = System.nanoTime();
        TimeLimit twoSeconds = new TimeLimit(Duration.ofSeconds(2), Duration.ofSeconds(2));
        // a busy machine sleeps longer than it was asked to
        LongSummaryStatistics first = new LongSummaryStatistics();
        LongSummaryStatistics then = new LongSummaryStatistics();

        PatternResult result = new ClosedLoop(
                        new Step(AccessPattern.RANDOM_READ, 1), twoSeconds, Gate.OPEN, Processors.watched(1))
                .run(thread -> () -> {
                    long before = System.nanoTime();
                    boolean early = before - since < 1_200_000_000L;
                    sleep(early ? 2 : 8);
                    (early ? first : then).accept(System.nanoTime() - before);
                    return 0;
                })
                .get(0);

        assertThat(result.course().burst()).isCloseTo(1e9 / first.getAverage(), withPercentage(12));
        assertThat(result.operationsPerSecond()).isCloseTo(1e9 / then.getAverage(), withPercentage(12));
        assertThat(result.mean()).isCloseTo(then.getAverage() / 1e9, withPercentage(12));
    }

    @Test
    void it_ends_when_the_rate_is_steady() throws IOException {
        long since = System.nanoTime();
        TimeLimit long20 = new TimeLimit(Duration.ofMillis(500), Duration.ofSeconds(20));

        PatternResult result = new ClosedLoop(
                        new Step(AccessPattern.RANDOM_READ, 2), long20, Gate.OPEN, Processors.watched(1))
                .run(thread -> () -> {
                    sleep(2);
                    return 0;
                })
                .get(0);

        assertThat(result.course().steady()).isTrue();
        assertThat(System.nanoTime() - since).isLessThan(10_000_000_000L);
    }

    @Test
    void a_gate_lets_no_more_through_than_asked() throws IOException {
        PatternResult result = new ClosedLoop(
                        new Step(AccessPattern.RANDOM_READ, 4), TIME, new Gate(200), Processors.watched(1))
                .run(thread -> () -> 0)
                .get(0);

        assertThat(result.operationsPerSecond()).isCloseTo(200, withPercentage(15));
    }

    @Test
    void preparing_is_not_timed_and_every_thread_is_ended() throws IOException {
        AtomicInteger ended = new AtomicInteger();

        PatternResult result = loop(new Step(AccessPattern.RANDOM_READ, 3))
                .run(thread -> new Requests() {
                    @Override
                    public void prepare() {
                        sleep(5);
                    }

                    @Override
                    public int issue() {
                        Thread.onSpinWait();
                        return 0;
                    }

                    @Override
                    public void end() {
                        ended.incrementAndGet();
                    }
                })
                .get(0);

        assertThat(result.latency().p50()).isLessThan(0.005);
        assertThat(ended).hasValue(3);
    }

    @Test
    void an_error_of_one_thread_is_the_error_of_all() {
        assertThatThrownBy(() -> loop(new Step(AccessPattern.RANDOM_READ, 2)).run(thread -> () -> {
                    if (thread == 1) {
                        throw new IOException("Input/output error");
                    }
                    sleep(1);
                    return 0;
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("Input/output error");
    }

    private static PatternResult run(Step step, java.util.function.IntConsumer request) throws IOException {
        return loop(step)
                .run(thread -> () -> {
                    request.accept(thread);
                    return 0;
                })
                .get(0);
    }

    private static ClosedLoop loop(Step step) {
        return new ClosedLoop(step, TIME, Gate.OPEN, Processors.watched(1));
    }

    private static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
