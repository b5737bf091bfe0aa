package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.collect.ActivityBuilder;
import dev.pgstow.model.Activity;
import dev.pgstow.model.Counters;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.testing.TestServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is done to databases and relations between snapshots never shows as reads: no counter of their whole life is the interval's. */
class CollectedIntervalsIT {
    private static final String PUBLISH = "select pg_stat_force_next_flush()";

    private final TestServer server = TestServer.of(18);
    private final PostgresCatalogReader reader = new PostgresCatalogReader(server.connector("postgres"));
    private final ActivityBuilder activity = new ActivityBuilder();
    private String database = "";

    @BeforeEach
    void a_table_that_was_read_a_lot() {
        database = server.newDatabase();
        execute(
                "create table t (id int primary key, key int, pad text)",
                "insert into t select n, n, repeat('x', 300) from generate_series(1, 20000) n",
                "create index by_key on t (key)",
                "vacuum analyze t");
        execute("select count(pad) from t");
        lookUp("key", 50);
    }

    @AfterEach
    void close() {
        reader.close();
    }

    @Test
    void of_a_database_that_allowed_no_connections_for_a_while() {
        take();
        lookUp("id", 3);
        take();
        String allow = "alter database " + database + " allow_connections ";
        server.execute("postgres", allow + "false");
        Snapshot closed = take();
        server.execute("postgres", allow + "true");
        lookUp("id", 4);
        take();

        assertThat(closed.relations()).noneMatch(each -> isOurs(each.relation().name()));
        assertThat(scans("t_pkey")).isEqualTo(7);
        assertThat(scans("t")).isEqualTo(7);
        assertThat(counters("t").inserted()).isZero();
        assertThat(activity.build().notes())
                .noneMatch(note -> note.contains("created"))
                .anyMatch(note -> note.startsWith("database '" + database + "' was not read by 1 of 4 snapshots"));
    }

    @Test
    void of_a_database_whose_catalog_somebody_locks() throws SQLException {
        take();
        lookUp("id", 3);
        try (Connection holder = server.connect(database);
                Statement statement = holder.createStatement()) {
            holder.setAutoCommit(false);
            statement.execute("lock pg_catalog.pg_inherits in access exclusive mode");
            assertThat(take().gaps())
                    .contains("database '" + database + "' was not read: somebody holds a lock on its catalog");
            holder.rollback();
        }
        take();

        assertThat(scans("t_pkey")).isEqualTo(3);
        assertThat(counters("t").inserted()).isZero();
    }

    @Test
    void of_a_database_that_is_renamed() {
        take();
        lookUp("id", 2);
        String renamed = database + "_renamed";
        server.execute("postgres", "alter database " + database + " rename to " + renamed);
        database = renamed;
        lookUp("id", 3);
        take();

        assertThat(scans("t_pkey")).isEqualTo(5);
        assertThat(counters("t").inserted()).isZero();
        assertThat(counters("t").sequentialScans()).isZero();
    }

    @Test
    void of_a_table_that_loses_an_index() {
        take();
        lookUp("id", 2);
        execute("drop index by_key");
        take();

        assertThat(counters("t").inserted()).isZero();
        assertThat(counters("t").sequentialScans()).isZero();
        assertThat(scans("t")).isEqualTo(2);
        assertThat(activity.build().notes()).noneMatch(note -> note.contains("reset"));
    }

    @Test
    void of_a_table_that_is_rewritten_with_its_toast() {
        execute(
                "create table doc (id int, body text)",
                "alter table doc alter body set storage external",
                "insert into doc select n, repeat(md5(n::text), 300) from generate_series(1, 200) n");
        execute("select sum(length(body || '')) from doc");
        take();
        execute("vacuum full doc");
        take();

        assertThat(counters("doc").inserted()).isZero();
        assertThat(activity.build().notes()).noneMatch(note -> note.contains("reset"));
    }

    @Test
    void when_the_counters_of_a_database_are_reset_for_the_first_time() {
        take();
        lookUp("id", 2);
        take();
        execute("select pg_stat_reset()", "select count(pad) from t", "select count(pad) from t");
        lookUp("id", 300);
        take();

        assertThat(scans("t_pkey")).isEqualTo(2);
        assertThat(activity.build().workload().commits()).isNotNegative();
        assertThat(activity.build().workload().blocksRead()).isNotNegative();
        assertThat(activity.build().notes())
                .anyMatch(note -> note.endsWith("the server's counters began anew, by a reset or a crash"));
    }

    @Test
    void of_a_table_that_is_made_again_under_its_name() {
        take();
        execute(
                "drop table t",
                "create table t (id int primary key, key int, pad text)",
                "insert into t select n, n from generate_series(1, 30000) n");
        take();

        // more than the one before it, so that nothing fell
        assertThat(counters("t").inserted()).isEqualTo(30_000);
        assertThat(activity.build().notes()).anyMatch(note -> note.contains("created"));
    }

    @Test
    void of_an_index_that_is_rebuilt_concurrently() {
        take();
        lookUp("id", 2);
        execute("reindex index concurrently t_pkey");
        lookUp("id", 3);
        take();

        assertThat(scans("t_pkey")).isEqualTo(5);
    }

    @Test
    void of_large_objects_that_become_worth_a_line() {
        execute("select lo_from_bytea(0, convert_to(repeat('x', 100000), 'UTF8')) from generate_series(1, 5)");
        execute("select count(data) from pg_largeobject", "vacuum pg_largeobject");
        take();
        execute("select lo_from_bytea(0, convert_to(md5(n::text) || repeat(md5(n::text), 30000), 'UTF8'))"
                + " from generate_series(1, 20) n");
        execute("vacuum pg_largeobject");
        take();

        assertThat(of("pg_catalog", "pg_largeobject").counters()).isEqualTo(Counters.ZERO);
    }

    private Snapshot take() {
        Snapshot snapshot = reader.read(Sessions.NONE);
        activity.add(snapshot);
        return snapshot;
    }

    private void execute(String... statements) {
        for (String statement : statements) {
            server.execute(database, statement, PUBLISH);
        }
    }

    private void lookUp(String column, int times) {
        execute("set enable_seqscan = off; do $$ begin for n in 1.." + times + " loop perform pad from t where "
                + column + " = n * 7; end loop; end $$");
    }

    private long scans(String relation) {
        return counters(relation).indexScans();
    }

    private Counters counters(String relation) {
        return of("public", relation).counters();
    }

    private RelationActivity of(String schema, String relation) {
        Activity built = activity.build();
        List<RelationActivity> found = built.relations().stream()
                .filter(each -> each.relation().name().equals(new RelationName(database, schema, relation)))
                .toList();
        assertThat(found).as(schema + "." + relation).hasSize(1);
        return found.get(0);
    }

    private boolean isOurs(RelationName name) {
        return name.database().equals(database);
    }
}
