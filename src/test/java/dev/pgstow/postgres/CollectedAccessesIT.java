package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.pgstow.collect.Activities;
import dev.pgstow.model.Activity;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.testing.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs workloads whose accesses are known and compares what is attributed with what PostgreSQL itself counted meanwhile. */
class CollectedAccessesIT {
    private static final int ROWS = 60_000;
    private static final String READS =
            "select c.relname || ' ' || coalesce(t.heap_blks_read + coalesce(t.toast_blks_read, 0)"
                    + " + coalesce(t.tidx_blks_read, 0), i.idx_blks_read) from pg_class c"
                    + " left join pg_statio_all_tables t on t.relid = c.oid left join pg_statio_all_indexes i on i.indexrelid = c.oid"
                    + " where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i')";

    /** Each changes or reads rows with ids from 1 to ROWS. */
    enum Work {
        POINT_LOOKUPS(2000) {
            @Override
            String statement(SplittableRandom random) {
                return "select pad from t where id = " + id(random);
            }
        },
        RANGE_SCANS(150) {
            @Override
            String statement(SplittableRandom random) {
                int from = id(random);
                return "select count(pad) from t where id between " + from + " and " + (from + 500);
            }
        },
        SEQUENTIAL_SCANS(5) {
            @Override
            String statement(SplittableRandom random) {
                return "select count(*) from t where pad like '%" + random.nextInt() + "%'";
            }
        },
        INSERTS(3000) {
            @Override
            String statement(SplittableRandom random) {
                return "insert into t select max(id) + 1, " + random.nextInt() + ", 0, repeat('x', 300) from t";
            }
        },
        HOT_UPDATES(3000) {
            @Override
            String statement(SplittableRandom random) {
                return "update t set changed = changed + 1 where id = " + id(random);
            }
        },
        OTHER_UPDATES(3000) {
            @Override
            String statement(SplittableRandom random) {
                return "update t set key = " + random.nextInt() + " where id = " + id(random);
            }
        };

        private final int times;

        Work(int times) {
            this.times = times;
        }

        abstract String statement(SplittableRandom random);

        private static int id(SplittableRandom random) {
            return 1 + random.nextInt(ROWS);
        }
    }

    static Stream<Arguments> everyWorkOnEachServer() {
        return Stream.of(13, 15, 18)
                .flatMap(major -> Arrays.stream(Work.values()).map(work -> Arguments.of(major, work)));
    }

    @ParameterizedTest
    @MethodSource("everyWorkOnEachServer")
    void accesses_are_those_that_postgresql_counted(int major, Work work) throws Exception {
        TestServer server = TestServer.of(major);
        String database = shop(server);
        settle(server, database);
        Map<String, Long> readsBefore = counts(server, database, READS);
        long writesBefore = written(server, major);
        Snapshot before = snapshot(server, database);

        run(server, database, work);
        settle(server, database);
        Snapshot after = snapshot(server, database);
        long writes = written(server, major) - writesBefore;
        Map<String, Long> reads = counts(server, database, READS);

        Activity activity = Activities.of(List.of(before, after));
        double attributed = 0;
        for (RelationActivity each : activity.relations()) {
            attributed += each.accesses().written();
            String name = each.relation().name().name();
            if (each.relation().name().database().equals(database)) {
                long counted = reads.get(name) - readsBefore.get(name);
                assertThat(each.accesses().random() + each.accesses().sequential())
                        .as("%s %s %s", major, work, name)
                        .isCloseTo(counted, withPercentage(2));
            }
        }
        assertThat(attributed)
                .as("%s %s, %s written", major, work, writes)
                .isBetween(writes * 0.85 - 20, writes * 1.15 + 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void what_each_relation_is_said_to_have_written_is_what_was_dirty(int major) throws Exception {
        TestServer server = TestServer.of(major);
        String database = server.newDatabase();
        server.execute(
                database,
                "create extension pg_buffercache",
                "create table t (id int primary key, key int, pad text) with (autovacuum_enabled = off)",
                "insert into t select n, hashint4(n), repeat('x', 300) from generate_series(1, 15000) n",
                "create index t_key on t (key)",
                "vacuum (analyze, freeze) t");
        settle(server, database);
        server.values(database, "select count(key) from t");
        Snapshot before = snapshot(server, database);
        SplittableRandom random = new SplittableRandom(7);
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 400; i++) {
                statement.execute(
                        "update t set key = " + random.nextInt() + " where id = " + (1 + random.nextInt(15000)));
            }
        }
        Map<String, Long> dirty = counts(
                server,
                database,
                "select c.relname || ' ' || count(*) from pg_buffercache b join pg_class c"
                        + " on pg_relation_filenode(c.oid) = b.relfilenode where b.isdirty and b.relforknumber = 0"
                        + " and b.reldatabase = (select oid from pg_database where datname = current_database())"
                        + " and c.relname in ('t', 't_key', 't_pkey') group by c.relname");
        settle(server, database);

        Activity activity = Activities.of(List.of(before, snapshot(server, database)));

        long allDirty = dirty.values().stream().mapToLong(Long::longValue).sum();
        double all = activity.relations().stream()
                .mapToDouble(each -> each.accesses().written())
                .sum();
        for (RelationActivity each : activity.relations()) {
            Long counted = dirty.get(each.relation().name().name());
            if (counted != null && each.relation().name().database().equals(database)) {
                assertThat(each.accesses().written() / all)
                        .as("%s of %s, dirty %s", each.relation().name(), major, dirty)
                        .isBetween(counted * 0.85 / allDirty - 0.03, counted * 1.15 / allDirty + 0.03);
            }
        }
    }

    private static String shop(TestServer server) {
        String database = server.newDatabase();
        server.execute(
                database,
                "create table t (id int primary key, key int, changed int, pad text) with (fillfactor = 80)",
                "insert into t select n, hashint4(n), 0, repeat('x', 300) from generate_series(1, " + ROWS + ") n",
                "create index t_key on t (key)",
                "alter table t set (autovacuum_enabled = off)",
                "vacuum (analyze, freeze) t");
        return database;
    }

    private static void run(TestServer server, String database, Work work) throws SQLException {
        SplittableRandom random = new SplittableRandom(work.ordinal());
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < work.times; i++) {
                statement.execute(work.statement(random));
            }
        }
    }

    /** Writes all that is dirty and waits until the counters that sessions and the checkpointer hold back are published. */
    private static void settle(TestServer server, String database) throws InterruptedException {
        server.execute(database, "checkpoint");
        Map<String, Long> last = Map.of();
        long written = -1;
        int quiet = 0;
        for (int attempt = 0; attempt < 200 && quiet < 8; attempt++) {
            Map<String, Long> now = counts(server, database, READS);
            long nowWritten = Long.parseLong(server.value("postgres", "select buffers_clean from pg_stat_bgwriter"));
            quiet = now.equals(last) && written == nowWritten ? quiet + 1 : 0;
            last = now;
            written = nowWritten;
            Thread.sleep(150);
        }
    }

    private static Map<String, Long> counts(TestServer server, String database, String query) {
        Map<String, Long> counts = new HashMap<>();
        for (String row : server.values(database, query)) {
            int space = row.lastIndexOf(' ');
            counts.put(row.substring(0, space), Long.parseLong(row.substring(space + 1)));
        }
        return counts;
    }

    /** Blocks of relations that all processes together wrote. */
    private static long written(TestServer server, int major) {
        return Long.parseLong(server.value(
                "postgres",
                major >= 18
                        ? "select (sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)) / 8192)::bigint"
                                + " from pg_stat_io where object = 'relation'"
                        : "select buffers_checkpoint + buffers_clean + buffers_backend from pg_stat_bgwriter"));
    }

    private static Snapshot snapshot(TestServer server, String database) {
        try (PostgresCatalogReader reader = new PostgresCatalogReader(server.connector(database))) {
            return reader.read(Sessions.NONE);
        }
    }
}
