package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.collect.Activities;
import dev.pgstow.model.Activity;
import dev.pgstow.model.Counters;
import dev.pgstow.model.IndexRole;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.testing.TestServer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresCatalogReaderIT {
    @ParameterizedTest
    @ValueSource(ints = {13, 14, 15, 16, 17, 18})
    void sees_each_relation_with_its_size_and_place(int major) {
        TestServer server = TestServer.of(major);
        String database = server.newDatabase();
        server.execute(
                database,
                "create schema \"Sales 2\"",
                "create table \"Sales 2\".\"Order\" (id int primary key, note text) tablespace ts_slow",
                "insert into \"Sales 2\".\"Order\" select n, repeat('x', 100) from generate_series(1, 20000) n",
                "create index \"by note\" on \"Sales 2\".\"Order\" (note) tablespace ts_fast",
                "create unlogged table scratch (a int)",
                "create table part (a int) partition by range (a)",
                "create table part_1 partition of part for values from (0) to (10)",
                "create materialized view mv as select 1 as one",
                "create temporary table passing (a int)");

        Snapshot snapshot = read(server, database);

        assertThat(names(snapshot, database))
                .containsExactlyInAnyOrder(
                        "table \"Sales 2\".\"Order\" ts_slow",
                        "index \"Sales 2\".\"Order_pkey\" pg_default",
                        "index \"Sales 2\".\"by note\" ts_fast",
                        "table public.scratch pg_default",
                        "partitioned table public.part pg_default",
                        "table public.part_1 pg_default",
                        "materialized view public.mv pg_default");
        Relation order = relation(snapshot, database, "Sales 2", "Order");
        assertThat(Long.toString(order.size().bytes()))
                .isEqualTo(server.value(database, "select pg_table_size('\"Sales 2\".\"Order\"')"));
        assertThat(order.sizeExact()).isTrue();
        Relation key = relation(snapshot, database, "Sales 2", "Order_pkey");
        assertThat(key.indexFacts().orElseThrow().roles()).containsExactly(IndexRole.PRIMARY, IndexRole.UNIQUE);
        assertThat(key.table()).isEqualTo(order.name());
        assertThat(snapshot.cluster().version().major()).isEqualTo(major);
        assertThat(snapshot.gaps()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 15, 18})
    void the_activity_of_an_interval_is_what_postgresql_counted(int major) throws Exception {
        TestServer server = TestServer.of(major);
        String database = server.newDatabase();
        server.execute(
                database,
                "create table t (id int primary key, pad text)",
                "insert into t select n, repeat('x', 200) from generate_series(1, 50000) n",
                "vacuum analyze t");
        Snapshot before = settled(server, database, 0);
        try (Connection connection = server.connect(database);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 300; i++) {
                statement.execute("select * from t where id = " + (i * 100 + 1));
            }
            statement.execute("update t set pad = 'y' where id <= 50");
        }
        Snapshot after = settled(server, database, 300);

        Activity activity = Activities.of(List.of(before, after));

        Counters key = counters(activity, database, "t_pkey");
        Counters table = counters(activity, database, "t");
        assertThat(key.indexScans()).isBetween(300L, 302L);
        assertThat(table.updated()).isEqualTo(50);
        assertThat(key.blocksRead() + key.blocksHit()).isGreaterThanOrEqualTo(300);
        assertThat(activity.workload().commits()).isGreaterThanOrEqualTo(301);
        assertThat(activity.workload().wal().bytes()).isPositive();
    }

    @Test
    void a_relation_that_somebody_locks_exclusively_is_listed_with_an_estimate_and_does_not_hang_the_reader()
            throws Exception {
        TestServer server = TestServer.of(18);
        String database = server.newDatabase();
        server.execute(
                database,
                "create table busy (id int primary key)",
                "insert into busy select generate_series(1, 10000)",
                "vacuum analyze busy",
                "create table quiet (id int)");
        try (Connection holder = server.connect(database);
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("lock table busy in access exclusive mode");

            long start = System.nanoTime();
            Snapshot snapshot = read(server, database);

            assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
            assertThat(relation(snapshot, database, "public", "busy").sizeExact())
                    .isFalse();
            assertThat(relation(snapshot, database, "public", "busy").size().bytes())
                    .isPositive();
            assertThat(relation(snapshot, database, "public", "quiet").sizeExact())
                    .isTrue();
            holder.rollback();
        }
    }

    @Test
    void the_default_tablespace_of_a_database_is_not_taken_for_pg_default() {
        TestServer server = TestServer.of(15);
        server.execute("postgres", "create database placed tablespace ts_slow");
        server.execute("placed", "create table t (id int primary key)");

        Snapshot snapshot = read(server, "placed");

        assertThat(names(snapshot, "placed"))
                .containsExactlyInAnyOrder("table public.t ts_slow", "index public.t_pkey ts_slow");
    }

    @Test
    void members_of_an_extension_are_named_as_such() {
        TestServer server = TestServer.of(18);
        String database = server.newDatabase();
        server.execute(database, "create extension pg_stat_statements", "create table own (a int)");
        server.execute(
                database,
                "create table member (a int primary key)",
                "alter extension pg_stat_statements add table member");

        Snapshot snapshot = read(server, database);

        assertThat(relation(snapshot, database, "public", "member").extension()).isEqualTo("pg_stat_statements");
        assertThat(relation(snapshot, database, "public", "member_pkey").extension())
                .isEqualTo("pg_stat_statements");
        assertThat(relation(snapshot, database, "public", "own").extension()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void an_index_is_told_with_all_that_it_is_needed_for(int major) {
        TestServer server = TestServer.of(major);
        String database = server.newDatabase();
        server.execute(
                database,
                "create table t (a int, b int not null, c int4range, d int, constraint t_pkey primary key (a),"
                        + " constraint t_b unique (b), constraint t_d unique (d) deferrable,"
                        + " constraint t_c exclude using gist (c with &&))",
                "create index t_plain on t (d) with (fillfactor = 55)",
                "create table referring (b int references t (b))",
                "alter table t replica identity using index t_b",
                "cluster t using t_pkey");

        Snapshot snapshot = read(server, database);

        assertThat(roles(snapshot, database, "t_pkey"))
                .containsExactly(IndexRole.PRIMARY, IndexRole.UNIQUE, IndexRole.CLUSTERED);
        assertThat(roles(snapshot, database, "t_b"))
                .containsExactly(IndexRole.UNIQUE, IndexRole.REFERENCED, IndexRole.REPLICA_IDENTITY);
        assertThat(roles(snapshot, database, "t_d")).containsExactly(IndexRole.UNIQUE, IndexRole.DEFERRABLE);
        assertThat(roles(snapshot, database, "t_c")).containsExactly(IndexRole.EXCLUSION);
        assertThat(roles(snapshot, database, "t_plain")).isEmpty();
        assertThat(relation(snapshot, database, "public", "t_plain").storage().fillfactor())
                .isEqualTo(55);
        assertThat(relation(snapshot, database, "public", "t_b").storage().fillfactor())
                .isEqualTo(90);
        assertThat(relation(snapshot, database, "public", "t_c").accessMethod()).isEqualTo("gist");
    }

    @Test
    void a_small_heap_with_much_toast_is_large_and_its_parts_are_told() {
        TestServer server = TestServer.of(15);
        String database = server.newDatabase();
        server.execute(
                database,
                "create table doc (id int, body text)",
                "alter table doc alter body set storage external",
                "insert into doc select n, repeat(md5(n::text), 3000) from generate_series(1, 40) n",
                "create table part (a int, b text) partition by list (a)",
                "create index part_a on part (a)",
                "create table part_1 partition of part for values in (1)");

        Snapshot snapshot = read(server, database);

        Relation doc = relation(snapshot, database, "public", "doc");
        assertThat(doc.size().bytes()).isEqualTo(number(server, database, "select pg_table_size('doc')"));
        assertThat(doc.storage().toast().bytes())
                .isEqualTo(number(
                        server,
                        database,
                        "select pg_total_relation_size(reltoastrelid) from pg_class where relname = 'doc'"))
                .isGreaterThan(doc.size().bytes() * 9 / 10);
        assertThat(doc.storage().fileNode())
                .isEqualTo(number(server, database, "select relfilenode from pg_class where relname = 'doc'"));
        assertThat(relation(snapshot, database, "public", "part_1").storage().partitionOf())
                .isEqualTo(new RelationName(database, "public", "part"));
        assertThat(relation(snapshot, database, "public", "part_1_a_idx")
                        .storage()
                        .partitionOf())
                .isEqualTo(new RelationName(database, "public", "part_a"));
        assertThat(doc.storage().partitionOf()).isNull();
    }

    @Test
    void sizes_follow_what_is_written_between_two_snapshots() {
        TestServer server = TestServer.of(17);
        String database = server.newDatabase();
        server.execute(
                database,
                "create table grows (id int primary key, pad text)",
                "create table shrinks as select n from generate_series(1, 50000) n",
                "create table stays as select n from generate_series(1, 3000) n");
        try (PostgresCatalogReader reader = new PostgresCatalogReader(server.connector(database))) {
            Snapshot first = reader.read(Sessions.NONE);
            server.execute(
                    database,
                    "insert into grows select n, repeat('x', 500) from generate_series(1, 5000) n",
                    "truncate shrinks",
                    "create table new as select n from generate_series(1, 9000) n",
                    "select pg_sleep(1)");
            Snapshot second = reader.read(Sessions.NONE);

            for (String name : List.of("grows", "grows_pkey", "shrinks", "stays", "new")) {
                assertThat(relation(second, database, "public", name).size().bytes())
                        .as(name)
                        .isEqualTo(number(server, database, "select pg_table_size('" + name + "')"));
                assertThat(relation(second, database, "public", name).sizeExact())
                        .as(name)
                        .isTrue();
            }
            assertThat(relation(first, database, "public", "grows").size())
                    .isLessThan(relation(second, database, "public", "grows").size());
        }
    }

    @Test
    void large_objects_are_listed_when_there_are_many() {
        TestServer server = TestServer.of(16);
        String few = server.newDatabase();
        String many = server.newDatabase();
        server.execute(few, "select lo_from_bytea(0, 'x')");
        server.execute(
                many,
                "select lo_from_bytea(0, convert_to((select string_agg(md5(random()::text || m), '')"
                        + " from generate_series(1, 2000) m), 'utf8')) from generate_series(1, 60) n");

        Snapshot snapshot = read(server, many);

        assertThat(names(snapshot, few)).isEmpty();
        assertThat(names(snapshot, many)).contains("table pg_catalog.pg_largeobject pg_default");
        assertThat(relation(snapshot, many, "pg_catalog", "pg_largeobject")
                        .size()
                        .bytes())
                .isEqualTo(number(server, many, "select pg_table_size('pg_largeobject')"));
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void a_weak_role_is_told_what_it_cannot_see_and_gets_the_rest(int major) {
        TestServer server = TestServer.of(major);
        String open = server.newDatabase();
        String closed = server.newDatabase();
        String role = "weak_" + open;
        server.execute(
                open,
                "create role " + role + " login",
                "create table t (id int primary key)",
                "revoke all on t from public");
        server.execute("postgres", "revoke connect on database " + closed + " from public");
        Connector connector =
                new Connector(new ConnectionSettings("localhost", server.port(), role, open, null, java.util.Map.of()));

        try (PostgresCatalogReader reader = new PostgresCatalogReader(connector)) {
            Snapshot snapshot = reader.read(reader.sessions());

            assertThat(names(snapshot, open))
                    .containsExactlyInAnyOrder("table public.t pg_default", "index public.t_pkey pg_default");
            assertThat(snapshot.gaps())
                    .anyMatch(gap -> gap.contains("grant it pg_monitor"))
                    .anyMatch(gap -> gap.startsWith("database '" + closed + "' was not read: "));
        }
    }

    @Test
    void what_sessions_wait_for_and_our_own_moves_are_seen() throws Exception {
        TestServer server = TestServer.of(17);
        String database = server.newDatabase();
        server.execute(database, "create table t (a int)");
        try (PostgresCatalogReader reader = new PostgresCatalogReader(server.connector(database));
                Connection holder = server.connect(database);
                Statement holding = holder.createStatement();
                Connection waiter = server.connect(database);
                Statement waiting = waiter.createStatement()) {
            holder.setAutoCommit(false);
            holding.execute("lock table t in access exclusive mode");
            waiting.execute("set application_name = 'pgstow migrate'");
            waiting.execute("set lock_timeout = '2s'");
            Thread blocked = new Thread(() -> {
                try {
                    waiting.execute("select * from t");
                } catch (java.sql.SQLException e) {
                    // the timeout ends it
                }
            });
            blocked.start();
            Thread.sleep(500);

            assertThat(reader.sessions().moving()).isTrue();
            holding.execute("set application_name = 'somebody'");
            assertThat(reader.sessions().connected()).isPositive();
            blocked.join();
            waiting.execute("set application_name = 'else'");
            Thread again = new Thread(() -> {
                try {
                    waiting.execute("select * from t");
                } catch (java.sql.SQLException e) {
                    // the timeout ends it
                }
            });
            again.start();
            Thread.sleep(500);

            assertThat(reader.sessions().moving()).isFalse();
            assertThat(reader.sessions().waits()).containsKey("Lock:relation");
            again.join();
            holder.rollback();
        }
    }

    @Test
    void the_server_as_a_whole_is_counted_as_its_views_count_it() throws InterruptedException {
        for (int major : new int[] {13, 14, 16, 17, 18}) {
            TestServer server = TestServer.of(major);
            String database = server.newDatabase();
            server.execute(database, "create table t as select n from generate_series(1, 1000) n", "checkpoint");
            String requested = major >= 17
                    ? "select num_requested from pg_stat_checkpointer"
                    : "select checkpoints_req from pg_stat_bgwriter";
            for (int attempt = 0; attempt < 100 && number(server, database, requested) == 0; attempt++) {
                Thread.sleep(100); // up to 14 counters arrive late
            }

            Snapshot snapshot = read(server, database);

            assertThat(snapshot.workload().checkpoints().requested())
                    .as("server %s", major)
                    .isPositive()
                    .isLessThanOrEqualTo(number(server, database, requested));
            assertThat(snapshot.workload().io().isEmpty())
                    .as("server %s", major)
                    .isEqualTo(major < 16);
            assertThat(snapshot.workload().wal().records() > 0)
                    .as("server %s", major)
                    .isEqualTo(major >= 14);
            assertThat(snapshot.workload().blocksHit()).isPositive();
            assertThat(snapshot.statisticsReset()).isNotNull();
        }
    }

    private static long number(TestServer server, String database, String query) {
        return Long.parseLong(server.value(database, query));
    }

    private static java.util.Set<IndexRole> roles(Snapshot snapshot, String database, String name) {
        return relation(snapshot, database, "public", name)
                .indexFacts()
                .orElseThrow()
                .roles();
    }

    private static Snapshot read(TestServer server, String database) {
        try (PostgresCatalogReader reader = new PostgresCatalogReader(server.connector(database))) {
            return reader.read(Sessions.NONE);
        }
    }

    /** Reads again until the server has published what the sessions did: backends flush their counters with a delay. */
    private static Snapshot settled(TestServer server, String database, long scans) throws InterruptedException {
        for (int attempt = 0; ; attempt++) {
            Snapshot snapshot = read(server, database);
            long seen = snapshot.relations().stream()
                    .filter(sample -> sample.relation().name().equals(new RelationName(database, "public", "t_pkey")))
                    .mapToLong(sample -> sample.counters().indexScans())
                    .sum();
            boolean filled = scans > 0
                    || snapshot.relations().stream().anyMatch(s -> s.counters().inserted() >= 50000);
            if (seen >= scans && filled || attempt > 100) {
                return snapshot;
            }
            Thread.sleep(100);
        }
    }

    private static List<String> names(Snapshot snapshot, String database) {
        return snapshot.relations().stream()
                .map(RelationSample::relation)
                .filter(relation -> relation.name().database().equals(database))
                .map(relation ->
                        relation.kind().word() + " " + relation.name().withinDatabase() + " " + relation.tablespace())
                .toList();
    }

    private static Relation relation(Snapshot snapshot, String database, String schema, String name) {
        return snapshot.relations().stream()
                .map(RelationSample::relation)
                .filter(relation -> relation.name().equals(new RelationName(database, schema, name)))
                .filter(relation -> relation.kind() != RelationKind.PARTITIONED_TABLE)
                .findFirst()
                .orElseThrow();
    }

    private static Counters counters(Activity activity, String database, String name) {
        return activity.relations().stream()
                .filter(sample -> sample.relation().name().equals(new RelationName(database, "public", name)))
                .findFirst()
                .orElseThrow()
                .counters();
    }
}
