package dev.pgstow.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.ServerVersion;
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
import org.junit.jupiter.api.Test;

class CollectorTest {
    private final PassingTime time = new PassingTime();
    private final List<Snapshot> kept = new ArrayList<>();

    @Test
    void snapshots_come_at_the_start_after_each_interval_and_at_the_end() {
        List<Snapshot> taken = collector(time::pass).collect(Duration.ofSeconds(10), Duration.ofSeconds(25), s -> {});

        assertThat(taken).extracting(s -> s.takenAt().getEpochSecond()).containsExactly(0L, 10L, 20L, 25L);
        assertThat(kept).isEqualTo(taken);
    }

    @Test
    void busy_sessions_are_the_mean_of_the_samples_since_the_snapshot_before() {
        List<Snapshot> taken = collector(time::pass).collect(Duration.ofSeconds(4), Duration.ofSeconds(8), s -> {});

        // the reader below counts up by one a second: 1 2 3 4, then 5 6 7 8
        assertThat(taken).extracting(Snapshot::busySessions).containsExactly(0d, 2.5, 6.5);
    }

    @Test
    void an_end_that_is_asked_for_comes_with_a_last_snapshot() {
        Pause untilThree = duration -> {
            time.pass(duration);
            return time.now.getEpochSecond() < 3;
        };

        List<Snapshot> taken = collector(untilThree).collect(Duration.ofMinutes(5), Duration.ofHours(24), s -> {});

        assertThat(taken).extracting(s -> s.takenAt().getEpochSecond()).containsExactly(0L, 3L);
    }

    private Collector collector(Pause pause) {
        CatalogReader reader = new CatalogReader() {
            private int samples;

            @Override
            public Snapshot read(double busySessions) {
                return new Snapshot(
                        time.now,
                        Instant.EPOCH,
                        new Cluster("7", new ServerVersion(180006)),
                        Map.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new WorkloadCounters(0, 0, 0, 0, 0, null, 0, 0, 0, null, 0),
                        busySessions,
                        List.of());
            }

            @Override
            public int busySessions() {
                return ++samples;
            }
        };
        return new Collector(reader, kept::add, time, pause);
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
