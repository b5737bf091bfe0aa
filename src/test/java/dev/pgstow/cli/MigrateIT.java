package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.JournalFile;
import dev.pgstow.files.PlanFileNames;
import dev.pgstow.migrate.Outcome;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands migrate, undo and status on real servers. */
class MigrateIT {
    private static final String ACCEPT = "--accept=exclusive-lock";
    private static final String CONTENT =
            "select count(*) || ' ' || md5(string_agg(t::text, ',' order by id)) from %s t";

    @TempDir
    private Path directory;

    private MigrateScene scene(int major) {
        MigrateScene scene = new MigrateScene(major, directory);
        scene.sql(
                "create table t (id int primary key, v text, big text)",
                "insert into t select g, md5(g::text), (select string_agg(md5(g::text || i), '') from"
                        + " generate_series(1, 100) i) from generate_series(1, 2000) g",
                "create index t_v on t (v)",
                "create index t_id_v on t (id, v)",
                "create materialized view m as select id, v from t where id < 500",
                "create unlogged table u as select id from t",
                "create table parent (id int, part int) partition by list (part)",
                "create table leaf partition of parent for values in (1)",
                "insert into parent select g, 1 from generate_series(1, 100) g");
        return scene;
    }

    /** The relations that the tests move, with their places. */
    private static Map<String, String> places(MigrateScene scene) {
        Map<String, String> places = new TreeMap<>();
        scene.moves.forEach(move -> places.put(
                move.relation().name(),
                scene.place(move.relation().schema(), move.relation().name())));
        return places;
    }

    private static List<String> contents(MigrateScene scene) {
        return List.of("t", "m", "u", "parent").stream()
                .map(table -> scene.value(String.format(CONTENT, table)))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 15, 18})
    void a_plan_is_made_and_taken_back_and_nothing_but_the_places_changes(int major) {
        MigrateScene scene = scene(major);
        Method online = major < 14 ? Method.ALTER : Method.REINDEX;
        Method rebuild = major < 14 ? Method.ALTER : Method.REBUILD;
        scene.move("t", "ts_slow", Method.ALTER)
                .move("t_v", "ts_fast", online)
                .move("t_pkey", "ts_fast", online)
                .move("t_id_v", "ts_fast", rebuild)
                .move("m", "ts_fast", Method.ALTER)
                .move("u", "ts_fast", Method.ALTER)
                .move("leaf", "ts_slow", Method.ALTER);
        Map<String, String> before = places(scene);
        List<String> contents = contents(scene);
        Path plan = scene.write();

        MigrateScene.Result dry = scene.run("migrate", plan);
        assertThat(dry.status()).as(dry.all()).isZero();
        assertThat(dry.out())
                .contains("ALTER TABLE \"public\".\"t\" SET TABLESPACE \"ts_slow\";")
                .contains("lock access-exclusive, 0s to 0.5s, WAL 1024 KiB")
                .endsWith("Nothing was changed; add --execute.\n");
        assertThat(places(scene)).isEqualTo(before);
        assertThat(JournalFile.beside(plan)).doesNotExist();

        MigrateScene.Result made = scene.run("migrate", plan, "--execute", ACCEPT);
        assertThat(made.status()).as(made.all()).isZero();
        assertThat(made.out()).isEqualTo("7 moved, 0 deferred, 0 skipped, 0 failed\n");
        for (Move move : scene.moves) {
            assertThat(scene.place(move.relation().name())).isEqualTo(move.to());
        }
        assertThat(scene.value("select count(*) from pg_class c join pg_tablespace s on s.oid = c.reltablespace"
                        + " where s.spcname = 'ts_slow' and c.relkind = 't' and c.oid ="
                        + " (select reltoastrelid from pg_class where relname = 't')"))
                .as("its TOAST table went with it")
                .isEqualTo("1");
        assertThat(contents(scene)).isEqualTo(contents);
        assertThat(scene.invalid()).isEmpty();

        MigrateScene.Result undone = scene.run("undo", plan, "--execute", ACCEPT);
        assertThat(undone.status()).as(undone.all()).isZero();
        assertThat(undone.out()).isEqualTo("7 moved, 0 deferred, 0 skipped, 0 failed\n");
        assertThat(places(scene)).isEqualTo(before);
        assertThat(contents(scene)).isEqualTo(contents);
        assertThat(scene.invalid()).isEmpty();
    }

    @Test
    void a_second_execution_moves_nothing_again_and_status_tells_what_was_done() {
        MigrateScene scene = scene(18);
        scene.move("t_v", "ts_fast", Method.REINDEX).move("m", "ts_slow", Method.ALTER);
        Path plan = scene.write();
        assertThat(scene.run("migrate", plan, "--execute", ACCEPT).status()).isZero();
        String index = scene.filenode("t_v");
        String view = scene.filenode("m");

        MigrateScene.Result again = scene.run("migrate", plan, "--execute", ACCEPT);

        assertThat(again.status()).as(again.all()).isZero();
        assertThat(again.out())
                .isEqualTo("skipped: " + scene.database + ".public.t_v: already there\nskipped: " + scene.database
                        + ".public.m: already there\n0 moved, 0 deferred, 2 skipped, 0 failed\n");
        assertThat(scene.filenode("t_v")).isEqualTo(index);
        assertThat(scene.filenode("m")).isEqualTo(view);

        scene.sql("alter materialized view m set tablespace pg_default");
        MigrateScene.Result online = scene.run("status", plan);
        MigrateScene.Result offline = scene.run("status", JournalFile.beside(plan), "--offline");
        assertThat(online.status()).isZero();
        assertThat(online.out())
                .containsPattern("moved: " + scene.database
                        + ".public.t_v from 'pg_default' to 'ts_fast' in [0-9.]+s, now in 'ts_fast'\n")
                .containsPattern("moved: " + scene.database
                        + ".public.m from 'pg_default' to 'ts_slow' in [0-9.]+s, now in 'pg_default'\n")
                .endsWith("1 of 2 moves left, by the catalog\n");
        assertThat(offline.out()).endsWith("0 of 2 moves left, as far as the journal knows\n");
    }

    @Test
    void an_undo_plan_lies_there_before_and_is_a_plan_like_any_other() {
        MigrateScene scene = scene(15);
        scene.move("t_v", "ts_fast", Method.REINDEX).move("u", "ts_slow", Method.ALTER);
        Path plan = scene.write();
        assertThat(scene.run("migrate", plan, "--execute", ACCEPT).status()).isZero();

        Path undo = PlanFileNames.undo(plan);
        MigrateScene.Result undone = scene.run("migrate", undo, "--execute", ACCEPT);

        assertThat(undone.status()).as(undone.all()).isZero();
        assertThat(undone.err()).containsSubsequence("public.u: alter", "public.t_v: reindex");
        assertThat(scene.place("t_v")).isEqualTo("pg_default");
        assertThat(scene.place("u")).isEqualTo("pg_default");
    }

    @Test
    void a_closed_window_moves_nothing_and_says_when_it_opens() {
        MigrateScene scene = scene(18);
        scene.move("t", "ts_fast", Method.ALTER);
        Path plan = scene.write();
        java.time.ZonedDateTime soon =
                java.time.ZonedDateTime.now(java.time.ZoneOffset.UTC).plusHours(2);
        String opens = String.format("%02d:00", soon.getHour());
        String closes = String.format("%02d:30", soon.getHour());

        MigrateScene.Result result =
                scene.run("migrate", plan, "--execute", "--window", opens + "-" + closes, "--zone", "UTC");

        assertThat(result.status()).isEqualTo(6);
        assertThat(result.err())
                .isEqualTo("pgstow: error (window-closed): the window '" + opens + "-" + closes
                        + "' is closed: it opens at " + soon.toLocalDate() + " " + opens + " UTC; nothing was moved\n"
                        + "HINT: Run the same command then.\n");
        assertThat(scene.place("t")).isEqualTo("pg_default");
        assertThat(JournalFile.beside(plan)).doesNotExist();
    }

    @Test
    void an_exclusive_lock_outside_a_window_is_refused_until_it_is_accepted() {
        MigrateScene scene = scene(18);
        scene.move("t", "ts_fast", Method.ALTER);
        Path plan = scene.write();

        MigrateScene.Result result = scene.run("migrate", plan, "--execute");

        assertThat(result.status()).isEqualTo(5);
        assertThat(result.err())
                .contains("HAZARD: 1 move locks a table against everything")
                .contains("error (refused): hazard 'exclusive-lock' is not accepted; nothing was moved");
        assertThat(scene.place("t")).isEqualTo("pg_default");
        assertThat(JournalFile.beside(plan)).doesNotExist();
        assertThat(scene.run("migrate", plan, "--execute", "--window", "10m").status())
                .isZero();
        assertThat(scene.place("t")).isEqualTo("ts_fast");
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void names_from_hell_are_moved_by_their_exact_name(int major) {
        MigrateScene scene = new MigrateScene(major, directory);
        String schema = "rw32 my.schema";
        List<String> names = List.of(
                "two\nlines",
                "say \"hi\"",
                "back\\slash\\n",
                "😀 smile",
                "100%s %I %L $1 ${x} {0} ? {fn now()}",
                "x; DROP TABLE victim; --",
                "it's",
                "MixedCase",
                "mixedcase",
                "a23456789012345678901234567890123456789012345678901234567890123");
        scene.sql("create schema \"" + schema + "\"", "create table \"" + schema + "\".victim (id int)");
        for (int i = 0; i < names.size(); i++) {
            String quoted = "\"" + names.get(i).replace("\"", "\"\"") + "\"";
            scene.sql("create table \"" + schema + "\"." + quoted + " (id int constraint \"" + i + "\tkey "
                    + names.get(i).replace("\"", "\"\"").substring(0, 2) + "\" primary key)");
            scene.move(schema, names.get(i), "ts_fast", Method.ALTER);
            scene.move(
                    schema,
                    i + "\tkey " + names.get(i).substring(0, 2),
                    "ts_fast",
                    major < 14 ? Method.ALTER : Method.REINDEX);
        }

        MigrateScene.Result result = scene.run("migrate", scene.write(), "--execute", ACCEPT);

        assertThat(result.status()).as(result.all()).isZero();
        assertThat(scene.server.values(
                        scene.database,
                        "select c.relname from pg_class c left join pg_tablespace s on s.oid = c.reltablespace"
                                + " where c.relnamespace = '\"rw32 my.schema\"'::regnamespace and c.relkind in ('r', 'i')"
                                + " and s.spcname is distinct from 'ts_fast'"))
                .containsExactly("victim");
        assertThat(result.err()).contains("\"two\\u000alines\"");
    }

    @Test
    void the_same_name_in_another_schema_is_left_alone() {
        MigrateScene scene = new MigrateScene(15, directory);
        for (String schema : List.of("a", "b")) {
            scene.sql("create schema " + schema, "create table " + schema + ".orders (x int)");
            scene.sql("create index orders_x on " + schema + ".orders (x)");
        }
        scene.sql("alter database " + scene.database + " set search_path = a, b");
        scene.move("b", "orders", "ts_fast", Method.ALTER).move("b", "orders_x", "ts_fast", Method.REINDEX);

        assertThat(scene.run("migrate", scene.write(), "--execute", ACCEPT).status())
                .isZero();

        assertThat(scene.place("b", "orders")).isEqualTo("ts_fast");
        assertThat(scene.place("b", "orders_x")).isEqualTo("ts_fast");
        assertThat(scene.place("a", "orders")).isEqualTo("pg_default");
        assertThat(scene.place("a", "orders_x")).isEqualTo("pg_default");
    }

    @Test
    void an_exclusion_constraints_index_moves_by_alter_and_is_refused_online() {
        MigrateScene scene = new MigrateScene(18, directory);
        scene.sql(
                "create table room (during int4range, exclude using gist (during with &&) where (not isempty(during)))",
                "insert into room select int4range(g * 10, g * 10 + 5) from generate_series(1, 1000) g");
        scene.move("room_during_excl", "ts_fast", Method.REINDEX);
        MigrateScene.Result online = scene.run("migrate", scene.write(), "--execute", ACCEPT);

        assertThat(online.status()).isEqualTo(5);
        assertThat(online.err()).contains("an exclusion constraint's index cannot be rebuilt concurrently");
        assertThat(scene.place("room_during_excl")).isEqualTo("pg_default");

        scene.moves.clear();
        scene.move("room_during_excl", "ts_fast", Method.ALTER);
        assertThat(scene.run("migrate", scene.write(), "--execute", ACCEPT).status())
                .isZero();
        assertThat(scene.place("room_during_excl")).isEqualTo("ts_fast");
    }

    @Test
    void refused_moves_stop_the_run_unless_they_are_to_be_skipped() {
        MigrateScene scene = scene(18);
        scene.move("t_v", "ts_fast", Method.REINDEX).move("u", "ts_fast", Method.ALTER);
        scene.write();
        scene.sql("drop table u");

        MigrateScene.Result refused = scene.run("migrate", scene.plan, "--execute", ACCEPT);
        assertThat(refused.status()).isEqualTo(5);
        assertThat(refused.err())
                .contains(".public.u: no such relation")
                .contains("preflight refuses 1 of 2 moves; nothing was moved");
        assertThat(scene.place("t_v")).isEqualTo("pg_default");

        MigrateScene.Result skipped = scene.run("migrate", scene.plan, "--execute", ACCEPT, "--skip-refused");
        assertThat(skipped.status()).isEqualTo(5);
        assertThat(skipped.out()).endsWith("1 moved, 0 deferred, 1 skipped, 0 failed\n");
        assertThat(scene.place("t_v")).isEqualTo("ts_fast");
    }

    @Test
    void a_role_with_timeouts_and_a_default_tablespace_of_its_own_moves_as_planned() {
        MigrateScene scene = scene(18);
        String role = "mover_" + scene.database;
        scene.sql(
                "create role " + role + " login",
                "alter role " + role + " set statement_timeout = '40ms'",
                "alter role " + role + " set lock_timeout = '30ms'",
                "alter role " + role + " set idle_in_transaction_session_timeout = '500ms'",
                "alter role " + role + " set default_tablespace = 'ts_slow'",
                "alter table t owner to " + role,
                "insert into t select g, repeat(md5(g::text), 8) from generate_series(10000, 90000) g");
        scene.move("t", "ts_fast", Method.ALTER).move("t_v", "ts_fast", Method.REINDEX);
        Path plan = scene.write();

        MigrateScene.Result refused = scene.runAs(role, "migrate", plan, "--execute", ACCEPT);
        assertThat(refused.status()).isEqualTo(5);
        assertThat(refused.err()).contains("GRANT CREATE ON TABLESPACE \"ts_fast\" TO \"" + role + "\";");

        scene.sql("grant create on tablespace ts_fast to " + role);
        MigrateScene.Result result = scene.runAs(role, "migrate", plan, "--execute", ACCEPT);
        assertThat(result.status()).as(result.all()).isZero();
        assertThat(result.err()).contains("default_tablespace = ts_slow").contains("statement_timeout = 40 ms");
        assertThat(scene.place("t")).isEqualTo("ts_fast");
        assertThat(scene.place("t_v")).isEqualTo("ts_fast");
    }

    @Test
    void a_plan_that_was_edited_does_not_go_on_with_the_old_journal() throws Exception {
        MigrateScene scene = scene(18);
        scene.move("t_v", "ts_fast", Method.REINDEX);
        assertThat(scene.run("migrate", scene.write(), "--execute").status()).isZero();
        Files.writeString(scene.plan, Files.readString(scene.plan) + "# edited\n");

        MigrateScene.Result result = scene.run("migrate", scene.plan, "--execute");

        assertThat(result.status()).isEqualTo(5);
        assertThat(result.err()).contains("is of another plan").contains("--journal");
    }

    @Test
    void a_plan_for_another_cluster_is_refused() {
        MigrateScene scene = scene(18);
        scene.move("t_v", "ts_fast", Method.REINDEX);
        scene.write();
        MigrateScene other = new MigrateScene(15, directory);

        MigrateScene.Result result = other.run("migrate", scene.plan, "--execute");

        assertThat(result.status()).isEqualTo(5);
        assertThat(result.err()).contains("error (refused): the plan is for cluster '");
        assertThat(JournalFile.beside(scene.plan)).doesNotExist();
    }

    @Test
    void a_database_whose_default_is_another_tablespace_is_moved_out_of_and_back_into_it() {
        MigrateScene scene = scene(15);
        scene.sql("drop materialized view m", "drop table u, parent, t");
        scene.server.execute("postgres", "alter database " + scene.database + " set tablespace ts_slow");
        scene.sql("create table t (id int primary key)", "insert into t select generate_series(1, 100)");
        scene.move("t", "ts_fast", Method.ALTER).move("t_pkey", "pg_default", Method.REINDEX);

        assertThat(scene.run("migrate", scene.write(), "--execute", ACCEPT).status())
                .isZero();
        assertThat(scene.place("t")).isEqualTo("ts_fast");
        assertThat(scene.place("t_pkey")).isEqualTo("pg_default");

        assertThat(scene.run("undo", scene.plan, "--execute", ACCEPT).status()).isZero();
        assertThat(scene.place("t")).isEqualTo("ts_slow");
        assertThat(scene.place("t_pkey")).isEqualTo("ts_slow");
        assertThat(JournalFile.read(scene.plan.resolveSibling("plan.undo.journal")))
                .hasValueSatisfying(history -> assertThat(history.opened().moves())
                        .allSatisfy(move -> assertThat(
                                        history.lastEnd(move).orElseThrow().outcome())
                                .isEqualTo(Outcome.MOVED)));
    }
}
