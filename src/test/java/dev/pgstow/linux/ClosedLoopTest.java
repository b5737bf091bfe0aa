package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** With requests of known duration: what is in flight = rate x latency (Little's law). */
class ClosedLoopTest {
    private static final Duration TIME = Duration.ofMillis(300);

    @Test
    void four_threads_make_four_requests_at_once() throws IOException {
        PatternResult result = loop(4, Duration.ZERO).run(thread -> () -> sleep(2));

        assertThat(result.mean()).isGreaterThan(0.002);
        assertThat(result.operationsPerSecond() * result.mean()).isCloseTo(4, withPercentage(25));
        assertThat(result.bytesPerSecond()).isEqualTo(result.operationsPerSecond() * 8192);
        assertThat(result.p50()).isBetween(0.002, result.p95());
        assertThat(result.p95()).isLessThanOrEqualTo(result.p99());
    }

    @Test
    void a_pause_counts_neither_as_latency_nor_in_the_rate() throws IOException {
        AtomicInteger requests = new AtomicInteger();

        PatternResult result = loop(1, Duration.ofMillis(10)).run(thread -> () -> {
            requests.incrementAndGet();
            sleep(2);
        });

        assertThat(requests.get()).isLessThanOrEqualTo(40);
        assertThat(result.operationsPerSecond() * result.mean()).isCloseTo(1, withPercentage(25));
    }

    @Test
    void a_request_longer_than_the_time_is_waited_for_and_counted() throws IOException {
        PatternResult result = loop(2, Duration.ZERO).run(thread -> () -> sleep(600));

        assertThat(result.mean()).isBetween(0.6, 2.0);
        assertThat(result.operationsPerSecond()).isBetween(1.0, 3.4);
    }

    @Test
    void preparing_is_not_timed_and_every_thread_is_ended() throws IOException {
        AtomicInteger ended = new AtomicInteger();

        PatternResult result = loop(3, Duration.ZERO).run(thread -> new Requests() {
            @Override
            public void prepare() {
                sleep(5);
            }

            @Override
            public void issue() {
                Thread.onSpinWait();
            }

            @Override
            public void end() {
                ended.incrementAndGet();
            }
        });

        assertThat(result.p50()).isLessThan(0.005);
        assertThat(ended).hasValue(3);
    }

    @Test
    void an_error_of_one_thread_is_the_error_of_all() {
        assertThatThrownBy(() -> loop(2, Duration.ZERO).run(thread -> () -> {
                    if (thread == 1) {
                        throw new IOException("Input/output error");
                    }
                    sleep(1);
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("Input/output error");
    }

    private static ClosedLoop loop(int depth, Duration pause) {
        return new ClosedLoop(new Step(AccessPattern.RANDOM_READ, depth, pause), TIME);
    }

    private static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
