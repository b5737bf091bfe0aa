package dev.pgstow.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Checkpoints;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.WorkloadCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ActivitiesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void an_interval_holds_the_differences_and_the_relations_of_its_end() {
        Activity activity = Activities.of(List.of(
                snapshot(0, "7", 100, 0, sample("a", 1, 10), sample("dropped", 2, 5)),
                snapshot(60, "7", 400, 4, sample("a", 1, 35), sample("new", 3, 7))));

        assertThat(activity.interval()).isEqualTo(Duration.ofSeconds(60));
        assertThat(reads(activity)).containsExactly("a 25", "new 7");
        assertThat(activity.workload().commits()).isEqualTo(300);
        assertThat(activity.clients()).isEqualTo(4);
        assertThat(activity.snapshots()).isEqualTo(2);
        assertThat(activity.notes())
                .containsExactly(
                        "1 relation(s) were created during the interval",
                        "1 relation(s) were dropped during the interval");
    }

    @Test
    void counters_that_went_down_were_reset_and_count_from_there() {
        Activity activity = Activities.of(
                List.of(snapshot(0, "7", 1, 0, sample("a", 1, 100)), snapshot(60, "7", 2, 1, sample("a", 1, 30))));

        assertThat(reads(activity)).containsExactly("a 30");
        assertThat(activity.notes()).containsExactly("the counters of 1 relation(s) were reset during the interval");
    }

    @Test
    void busy_sessions_are_weighted_by_the_time_they_stand_for() {
        Activity activity =
                Activities.of(List.of(snapshot(0, "7", 1, 0), snapshot(10, "7", 2, 8), snapshot(40, "7", 3, 4)));

        assertThat(activity.clients()).isCloseTo((10 * 8 + 30 * 4) / 40d, within(1e-9));
    }

    @Test
    void the_order_of_the_snapshots_does_not_matter() {
        List<Snapshot> ordered = List.of(
                snapshot(0, "7", 1, 0, sample("a", 1, 1)),
                snapshot(10, "7", 2, 8, sample("a", 1, 2)),
                snapshot(40, "7", 3, 4, sample("a", 1, 9)));
        List<Snapshot> shuffled = new ArrayList<>(List.of(ordered.get(2), ordered.get(0), ordered.get(1)));

        assertThat(Activities.of(shuffled)).isEqualTo(Activities.of(ordered));
    }

    @Test
    void one_snapshot_alone_stands_for_all_since_the_reset_and_says_so() {
        Activity activity = Activities.of(List.of(snapshot(0, "7", 5, 0, sample("a", 1, 10))));

        assertThat(reads(activity)).containsExactly("a 10");
        assertThat(activity.snapshots()).isEqualTo(1);
        assertThat(activity.notes()).singleElement().asString().startsWith("one snapshot only");
    }

    @Test
    void snapshots_of_two_clusters_are_refused() {
        assertThatThrownBy(() -> Activities.of(List.of(snapshot(0, "7", 1, 0), snapshot(9, "8", 1, 0))))
                .isInstanceOf(PgstowException.class)
                .hasMessage("the snapshots are of two clusters, '7' and '8'");
    }

    private static List<String> reads(Activity activity) {
        return activity.relations().stream()
                .map(sample -> sample.relation().name().name() + " "
                        + sample.counters().blocksRead())
                .toList();
    }

    private static RelationSample sample(String name, long oid, long blocksRead) {
        Relation relation = new Relation(
                new RelationName("shop", "public", name),
                RelationKind.TABLE,
                16384 + oid,
                "pg_default",
                ByteSize.ZERO,
                true,
                Persistence.PERMANENT,
                "owner",
                "heap",
                0,
                null,
                null);
        return new RelationSample(relation, new Counters(blocksRead, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    private static Snapshot snapshot(
            int seconds, String identifier, long commits, double busy, RelationSample... relations) {
        return new Snapshot(
                START.plusSeconds(seconds),
                START.minusSeconds(3600),
                null,
                new Cluster(identifier, new ServerVersion(180006)),
                Map.of(),
                List.of(),
                List.of(new Database("shop", 5, "pg_default", null)),
                List.of(new DatabaseSample(5, true, null, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
                Stream.of(relations).toList(),
                new WorkloadCounters(
                        commits,
                        0,
                        0,
                        0,
                        0,
                        0,
                        null,
                        0,
                        new WorkloadCounters.Wal(0, 0, 0, 0, null),
                        0,
                        0,
                        Checkpoints.NONE,
                        List.of(),
                        null,
                        null),
                new Sessions(busy, busy, Map.of(), false),
                List.of(),
                List.of());
    }
}
