package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.collect.Activities;
import dev.pgstow.model.Activity;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
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
        assertThat(key.indexFacts().orElseThrow().primary()).isTrue();
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
        assertThat(activity.workload().walBytes()).isPositive();
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

    private static Snapshot read(TestServer server, String database) {
        try (PostgresCatalogReader reader = new PostgresCatalogReader(server.connector(database))) {
            return reader.read(0);
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
                .map(RelationActivity::relation)
                .filter(relation -> relation.name().database().equals(database))
                .map(relation ->
                        relation.kind().word() + " " + relation.name().withinDatabase() + " " + relation.tablespace())
                .toList();
    }

    private static Relation relation(Snapshot snapshot, String database, String schema, String name) {
        return snapshot.relations().stream()
                .map(RelationActivity::relation)
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
