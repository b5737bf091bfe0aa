package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.collect.Activities;
import dev.pgstow.model.Activity;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.testing.ReplicatedServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandbysIT {
    private static final String PUBLISH = "select pg_stat_force_next_flush()";
    private static final String LOOKUPS =
            "do $$ begin for n in 1..500 loop" + " perform pad from t where key = hashint4(n * 100); end loop; end $$";

    @TempDir
    private Path directory;

    @Test
    void an_index_that_is_read_on_a_standby_alone_is_seen_as_read() throws Exception {
        try (ReplicatedServer server = ReplicatedServer.start(directory, 2)) {
            server.onPrimary(
                    "create table t (id int primary key, key int, pad text)",
                    "insert into t select n, hashint4(n), repeat('x', 100) from generate_series(1, 100000) n",
                    "create index by_key on t (key)",
                    "vacuum analyze t");
            server.caughtUp();
            Snapshot before = read(server, List.of(server.standby(1), server.standby(2)));
            server.onStandby(2, "set enable_seqscan = off", LOOKUPS);
            Thread.sleep(1500); // the backend of the standby has ended and so published its counters

            Activity activity =
                    Activities.of(List.of(before, read(server, List.of(server.standby(1), server.standby(2)))));

            RelationActivity index = of(activity, "by_key");
            assertThat(index.counters().indexScans()).isZero();
            assertThat(index.onStandbys().indexScans()).isEqualTo(500);
            assertThat(index.onStandbys().blocksRead()).isPositive();
            assertThat(of(activity, "t_pkey").onStandbys().indexScans()).isZero();
            assertThat(activity.standbys()).hasSize(2);
            assertThat(activity.notes()).noneMatch(note -> note.contains("standby"));
        }
    }

    @Test
    void standbys_that_were_not_named_are_told_and_others_are_refused() throws Exception {
        try (ReplicatedServer server = ReplicatedServer.start(directory, 2)) {
            server.caughtUp();

            assertThat(read(server, List.of(server.standby(1))).gaps())
                    .singleElement()
                    .asString()
                    .isEqualTo(
                            "what is read on 1 connected standby(s) is not counted: 'standby2'; name them with --standby");
            assertThatThrownBy(() -> read(server, List.of(server.primary())))
                    .isInstanceOf(PgstowException.class)
                    .hasMessageContaining("is not a standby but a primary");
        }
    }

    @Test
    void a_standby_that_cannot_be_read_for_a_while_takes_nothing_along_of_what_was_counted() throws Exception {
        try (ReplicatedServer server = ReplicatedServer.start(directory, 2)) {
            server.onPrimary(
                    "create table t (id int primary key, key int, pad text)",
                    "insert into t select n, hashint4(n), repeat('x', 100) from generate_series(1, 100000) n",
                    "create index by_key on t (key)",
                    "vacuum analyze t");
            server.caughtUp();
            Connector first = server.standby(1);
            Connector second = server.standby(2);
            List<Snapshot> snapshots = new ArrayList<>();
            snapshots.add(read(server, List.of(first, second)));
            server.onStandby(1, "set enable_seqscan = off", LOOKUPS, PUBLISH);
            server.onStandby(2, "set enable_seqscan = off", LOOKUPS, LOOKUPS, PUBLISH);
            snapshots.add(read(server, List.of(first, second)));
            snapshots.add(read(server, List.of(nowhere(), second)));
            snapshots.add(read(server, List.of()));
            server.onStandby(2, "set enable_seqscan = off", LOOKUPS, PUBLISH);
            snapshots.add(read(server, List.of(second, first)));

            assertThat(snapshots.get(2).standbys()).containsExactly(label(second));
            assertThat(of(Activities.of(snapshots), "by_key").onStandbys().indexScans())
                    .isEqualTo(4 * 500);
            assertThat(of(Activities.of(snapshots.subList(0, 4)), "by_key")
                            .onStandbys()
                            .indexScans())
                    .isEqualTo(3 * 500);
        }
    }

    private static Connector nowhere() {
        return new Connector(new ConnectionSettings("localhost", 1, "postgres", "postgres", null, Map.of()));
    }

    private static String label(Connector connector) {
        return connector.settings().host() + ":" + connector.settings().port();
    }

    private static Snapshot read(ReplicatedServer server, List<Connector> standbys) {
        try (PostgresCatalogReader reader = new PostgresCatalogReader(server.primary(), standbys, () -> null)) {
            return reader.read(Sessions.NONE);
        }
    }

    private static RelationActivity of(Activity activity, String name) {
        return activity.relations().stream()
                .filter(each -> each.relation().name().name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
