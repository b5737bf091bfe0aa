package dev.pgstow.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.Activity;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.WorkloadCounters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

class CollectorTest {
    private final PassingTime time = new PassingTime();
    private final List<Snapshot> kept = new ArrayList<>();
    private final List<Snapshot> told = new ArrayList<>();
    private final List<String> troubles = new ArrayList<>();
    private LongPredicate away = second -> false;

    @Test
    void snapshots_come_at_the_start_after_each_interval_and_at_the_end() {
        Activity activity = collector(time::pass).collect(Duration.ofSeconds(10), Duration.ofSeconds(25));

        assertThat(kept).extracting(s -> s.takenAt().getEpochSecond()).containsExactly(0L, 10L, 20L, 25L);
        assertThat(told).isEqualTo(kept);
        assertThat(activity.snapshots()).isEqualTo(4);
        assertThat(activity.interval()).isEqualTo(Duration.ofSeconds(25));
    }

    @Test
    void busy_sessions_are_the_mean_of_the_samples_since_the_snapshot_before() {
        collector(time::pass).collect(Duration.ofSeconds(4), Duration.ofSeconds(8));

        // the reader below counts up by one a second: 1 2 3 4, then 5 6 7 8
        assertThat(kept).extracting(s -> s.sessions().busy()).containsExactly(0d, 2.5, 6.5);
    }

    @Test
    void an_end_that_is_asked_for_comes_with_a_last_snapshot() {
        Pause untilThree = duration -> {
            time.pass(duration);
            return time.now.getEpochSecond() < 3;
        };

        collector(untilThree).collect(Duration.ofMinutes(5), Duration.ofHours(24));

        assertThat(kept).extracting(s -> s.takenAt().getEpochSecond()).containsExactly(0L, 3L);
    }

    @Test
    void a_server_that_is_away_for_a_while_is_waited_for_and_told_once() {
        away = second -> second >= 7 && second < 24;

        collector(time::pass).collect(Duration.ofSeconds(5), Duration.ofSeconds(30));

        assertThat(kept).extracting(s -> s.takenAt().getEpochSecond()).containsExactly(0L, 5L, 25L, 30L);
        assertThat(troubles).containsExactly("not there");
    }

    @Test
    void a_server_that_does_not_answer_at_the_start_is_an_error() {
        away = second -> true;

        assertThatThrownBy(() -> collector(time::pass).collect(Duration.ofSeconds(5), Duration.ofSeconds(30)))
                .isInstanceOf(PgstowException.class)
                .hasMessage("not there");
    }

    private Collector collector(Pause pause) {
        CatalogReader reader = new CatalogReader() {
            private int samples;

            @Override
            public Snapshot read(Sessions sessions) {
                answer();
                return new Snapshot(
                        time.now,
                        Instant.EPOCH,
                        null,
                        new Cluster("7", new ServerVersion(180006)),
                        Map.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        WorkloadCounters.ZERO,
                        sessions,
                        List.of(),
                        List.of());
            }

            @Override
            public Sessions sessions() {
                answer();
                samples++;
                return new Sessions(samples, samples, Map.of(), false);
            }
        };
        return new Collector(reader, kept::add, time, pause, new Collector.Progress() {
            @Override
            public void taken(Snapshot snapshot) {
                told.add(snapshot);
            }

            @Override
            public void serverAway(String why) {
                troubles.add(why);
            }
        });
    }

    private void answer() {
        if (away.test(time.now.getEpochSecond())) {
            throw new PgstowException(ErrorCode.CANNOT_CONNECT, "not there", "");
        }
    }

    /** A clock that only a pause moves. */
    private static final class PassingTime extends Clock {
        private Instant now = Instant.EPOCH;

        private boolean pass(Duration duration) {
            now = now.plus(duration);
            return true;
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
