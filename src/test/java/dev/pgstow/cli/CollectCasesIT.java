package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.PlanFile;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.testing.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What went wrong for others who read catalog and statistics: where things lie, how large they are, what is used. */
class CollectCasesIT {
    @TempDir
    private Path directory;

    private final TestServer server = TestServer.of(15);
    private String database = "";

    @AfterEach
    void drop_the_database() {
        server.execute("postgres", "drop database if exists " + database + " with (force)");
    }

    /** A database of its own in a tablespace, and pgstow at work on it. */
    private CasesScene scene(String tablespace, String capacity, String... statements) throws IOException {
        database = server.newDatabase();
        server.execute("postgres", "alter database " + database + " set tablespace " + tablespace);
        server.execute(database, statements);
        return new CasesScene(server.port(), database, directory, capacity);
    }

    private String value(String query) {
        return server.value(database, query);
    }

    @Test
    void a_database_in_its_own_tablespace_has_its_relations_there_and_back_there_is_success() throws Exception {
        CasesScene scene = scene(
                "ts_slow",
                "4 GiB",
                "create table invoice (id int primary key, note text)",
                "create index invoice_note on invoice (note)",
                "insert into invoice select g, 'n' || g from generate_series(1, 30000) g",
                "analyze invoice");
        scene.collect();

        assertThat(scene.relations()).isNotEmpty().allSatisfy(each -> {
            String tablespace = each.relation().tablespace();
            // shared catalogs are the cluster's, partitioned parents and views have none
            assertThat(tablespace).isIn("ts_slow", "pg_global", "");
        });
        assertThat(scene.relation("invoice").tablespace()).isEqualTo("ts_slow");
        scene.advise("--pin", database + ".*.*=ts_slow");
        assertThat(scene.moves()).isEmpty();

        scene.advise("--pin", "invoice=ts_fast", "--pin", "*=stay");
        assertThat(scene.moves()).singleElement().satisfies(move -> {
            assertThat(move.from()).isEqualTo("ts_slow");
            assertThat(move.to()).isEqualTo("ts_fast");
        });
        assertThat(scene.execute("migrate").status()).isZero();
        assertThat(value("select spcname from pg_tablespace t join pg_class c on t.oid = c.reltablespace"
                        + " where relname = 'invoice'"))
                .isEqualTo("ts_fast");
        CasesScene.Result undone = scene.execute("undo");
        assertThat(undone.status()).as(undone.err()).isZero();
        assertThat(value("select reltablespace from pg_class where relname = 'invoice'"))
                .isEqualTo("0");
    }

    @Test
    void a_table_is_as_large_and_as_busy_as_its_toast() throws Exception {
        CasesScene scene = scene(
                "ts_slow",
                "4 GiB",
                "create table doc (id int primary key, body text)",
                "alter table doc alter body set storage external",
                "insert into doc select g, repeat(md5(g::text), 1300) from generate_series(1, 100) g",
                "create table ref (id int primary key, v text)",
                "insert into ref select g, md5(g::text) from generate_series(1, 20000) g",
                "vacuum analyze doc, ref",
                "select sum(length(body)) from doc",
                "select pg_stat_force_next_flush()");
        scene.collect();

        Relation doc = scene.relation("doc");
        assertThat(doc.size().bytes()).isEqualTo(Long.parseLong(value("select pg_table_size('doc')")));
        assertThat(doc.size().bytes()).isGreaterThan(50 * Long.parseLong(value("select pg_relation_size('doc')")));
        assertThat(doc.size()).isGreaterThan(scene.relation("ref").size());
        long touched = scene.relations().stream()
                .filter(each -> each.relation().name().name().equals("doc"))
                .mapToLong(
                        each -> each.counters().blocksRead() + each.counters().blocksHit())
                .sum();
        assertThat(touched)
                .isEqualTo(
                        Long.parseLong(
                                value(
                                        "select heap_blks_read + heap_blks_hit + toast_blks_read + toast_blks_hit"
                                                + " + tidx_blks_read + tidx_blks_hit from pg_statio_user_tables where relname = 'doc'")));

        scene.advise("--pin", "doc=ts_fast", "--pin", "ref=ts_fast", "--pin", "*=stay");
        Function<String, Move> move = name -> scene.moves().stream()
                .filter(each -> each.relation().name().equals(name))
                .findFirst()
                .orElseThrow();
        assertThat(move.apply("doc").size()).isEqualTo(doc.size());
        assertThat(move.apply("doc").estimate().likely())
                .isGreaterThan(move.apply("ref").estimate().likely());
    }

    @Test
    void an_index_that_only_inserts_use_is_not_called_unused() throws Exception {
        CasesScene scene = scene(
                "ts_fast",
                "4 GiB",
                "create table events (id bigint generated always as identity, source int, sync_id uuid not null,"
                        + " at timestamptz default now())",
                "create unique index events_key on events (source, sync_id)",
                "create index events_idle on events (at)",
                "insert into events (source, sync_id) select g % 7, gen_random_uuid() from generate_series(1, 60000) g",
                "select pg_stat_force_next_flush()");
        assertThat(server.values(database, "select idx_scan from pg_stat_user_indexes"))
                .containsOnly("0");
        scene.collect();

        CasesScene.Result advice = scene.advise("--output", "json");

        assertThat(scene.moves())
                .extracting(move -> move.relation().name())
                .doesNotContain("events_key", "events_idle");
        assertThat(scene.stays(advice, "events_key"))
                .endsWith("; no scans, but every insert looks into it for its constraint");
        assertThat(scene.stays(advice, "events_idle")).endsWith("; no scans, but every insert maintains it");
        assertThat(advice.out() + advice.err()).doesNotContainIgnoringCase("drop");
    }

    @Test
    void what_belongs_to_an_extension_stays_unless_asked_for() throws Exception {
        CasesScene scene = scene(
                "ts_slow",
                "4 GiB",
                "create extension hstore",
                "create table cfg (k text primary key, v text)",
                "alter extension hstore add table cfg",
                "create table app (id int primary key, v text)",
                "insert into cfg select g::text, 'x' from generate_series(1, 20000) g",
                "insert into app select g, 'x' from generate_series(1, 20000) g",
                "vacuum analyze cfg, app",
                "select pg_stat_force_next_flush()");
        scene.collect();

        CasesScene.Result advice = scene.advise("--output", "json", "--pin", database + ".*.*=ts_fast");
        assertThat(scene.moves())
                .extracting(move -> move.relation().name())
                .containsExactlyInAnyOrder("app", "app_pkey");
        for (String member : List.of("cfg", "cfg_pkey")) {
            assertThat(scene.stays(advice, member)).startsWith("belongs to extension 'hstore'");
        }

        scene.advise("--include-extensions", "--pin", database + ".*.*=ts_fast");
        assertThat(scene.moves())
                .extracting(move -> move.relation().name())
                .containsExactlyInAnyOrder("app", "app_pkey", "cfg", "cfg_pkey");
    }

    @Test
    void large_objects_are_shown_and_never_planned() throws Exception {
        CasesScene scene = scene(
                "ts_slow",
                "4 GiB",
                "select count(lo_from_bytea(0, (select convert_to(string_agg(md5(g * 10000 + n || ''), ''), 'UTF8')"
                        + " from generate_series(1, 8000) n))) from generate_series(1, 20) g");
        scene.collect();
        Relation objects = scene.relation("pg_largeobject");
        assertThat(objects.size().bytes()).isEqualTo(Long.parseLong(value("select pg_table_size('pg_largeobject')")));

        CasesScene.Result advice = scene.advise("--pin", "*=ts_fast");

        assertThat(scene.moves()).isEmpty();
        assertThat(advice.err())
                .contains(
                        "the large objects of database '" + database + "' take " + objects.size(),
                        "cannot be moved on their own",
                        "ALTER DATABASE ... SET TABLESPACE",
                        "bytea");
        Plan plan = PlanFile.read(scene.plan());
        PlanFile.write(
                scene.plan(),
                new Plan(
                        plan.cluster(),
                        null,
                        null,
                        List.of(),
                        List.of(new Move(
                                new RelationName(database, "pg_catalog", "pg_largeobject"),
                                objects.kind(),
                                objects.oid(),
                                "ts_slow",
                                "ts_fast",
                                Method.ALTER,
                                objects.size(),
                                dev.pgstow.model.DurationRange.ZERO,
                                ByteSize.ZERO,
                                "by hand"))));
        CasesScene.Result refused = scene.execute("migrate");
        assertThat(refused.status()).as(refused.err()).isEqualTo(3);
        assertThat(refused.err()).contains("relations of schema 'pg_catalog' cannot be moved");
        assertThat(value("select reltablespace from pg_class where relname = 'pg_largeobject'"))
                .isEqualTo("0");
    }

    @Test
    void a_thousand_partitions_take_seconds_and_show_as_one_even_with_one_of_them_locked() throws Exception {
        CasesScene scene =
                scene("ts_slow", "4 GiB", "create table calls (id bigint, day int, who int) partition by range (day)");
        for (int part = 0; part < 4; part++) {
            server.execute(
                    database,
                    "do $$ begin for i in " + part * 300 + ".." + (part * 300 + 299)
                            + " loop execute format('create table calls_%s partition of calls for values from (%s) to (%s)',"
                            + " lpad(i::text, 4, '0'), i, i + 1); end loop; end $$");
        }
        server.execute(
                database,
                "create index on calls (who)",
                "create index on calls (id, day)",
                "insert into calls select g, g % 1200, g % 77 from generate_series(1, 24000) g",
                "select pg_stat_force_next_flush()");
        Instant start = Instant.now();
        CasesScene.Result collected;
        try (Connection other = server.connect(database)) {
            lock(other, "calls_0007");
            collected = scene.collect();
        }
        String lines = "calls (1,200 partitions)";

        assertThat(scene.relations().stream()
                        .filter(each -> each.relation().storage().partitionOf() != null)
                        .collect(Collectors.groupingBy(
                                each -> each.relation().kind().isIndex(), Collectors.counting())))
                .containsEntry(false, 1200L)
                .containsEntry(true, 2400L);
        assertThat(scene.relation("calls_0007").sizeExact()).isFalse();
        assertThat(collected.out()).contains(database + ".public." + lines);
        CasesScene.Result advice = scene.advise("--pin", "calls_*=ts_fast");
        assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(30));
        assertThat(scene.moves()).hasSize(3600);
        assertThat(advice.out()).contains(database + ".public." + lines, "calls_who_idx (1,200 partitions)");
        assertThat(advice.out().lines().count()).isLessThan(60);
        assertThat(scene.advise("--pin", "calls_*=ts_fast", "--detail").out())
                .contains("calls_0815")
                .doesNotContain("partitions)");
    }

    private static void lock(Connection connection, String table) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("lock table " + table + " in access exclusive mode");
        }
    }
}
