package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.JournalFile;
import dev.pgstow.migrate.JournalEntry;
import dev.pgstow.migrate.Outcome;
import dev.pgstow.migrate.RunHistory;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real program in a JVM of its own, killed at the worst moments, and then run again. */
class MigrateKillIT {
    private static final String BUSY = "select count(*) from pg_stat_progress_create_index";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private Path directory;

    private MigrateScene scene;
    private Path log;

    @BeforeEach
    void tables() {
        scene = new MigrateScene(18, directory);
        log = directory.resolve("child.log");
        scene.sql(
                "create table t (id int primary key, v text)",
                "insert into t select g, md5(g::text) from generate_series(1, 20000) g",
                "create index t_v on t (v)",
                "create table second (id int)",
                "create table unrelated (id int)",
                "insert into unrelated values (1)");
    }

    private void await(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as(what + "; child: " + log()).isLessThan(end);
            Thread.sleep(20);
        }
    }

    private String log() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** A session with a snapshot that a concurrent rebuild waits for, whatever table it is about. */
    private Connection holdingSnapshot() throws Exception {
        return holding("select * from unrelated");
    }

    private Connection holding(String statement) throws Exception {
        Connection connection = scene.server.connect(scene.database);
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (Statement holding = connection.createStatement()) {
            holding.execute(statement);
        }
        return connection;
    }

    private RunHistory history() {
        return JournalFile.read(JournalFile.beside(scene.plan)).orElseThrow();
    }

    private List<JournalEntry.Ended> ends(Move move) {
        return history().entries().stream()
                .filter(JournalEntry.Ended.class::isInstance)
                .map(JournalEntry.Ended.class::cast)
                .filter(end -> end.relation().equals(move.relation()))
                .toList();
    }

    /** Starts the program and returns when its rebuild of t_v waits for the snapshot that the test holds. */
    private Process childInRebuild() throws Exception {
        scene.move("t_v", "ts_fast", Method.REINDEX);
        Process child = scene.child("migrate", scene.write(), log, "--execute");
        await(
                "the rebuild waits",
                () -> scene.value(BUSY + " where phase = 'waiting for old snapshots'")
                        .equals("1"));
        return child;
    }

    private static void kill(Process child) throws Exception {
        child.destroyForcibly();
        assertThat(child.waitFor()).isEqualTo(137);
    }

    @Test
    void killed_between_two_moves_it_goes_on_with_the_second_and_does_not_make_the_first_again() throws Exception {
        scene.move("t_v", "ts_fast", Method.REINDEX).move("second", "ts_fast", Method.ALTER);
        Path plan = scene.write();
        try (Connection holder = holding("lock table second in access share mode")) {
            Process child = scene.child("migrate", plan, log, "--execute", "--window=10m");
            await(
                    "the first move is made and the second is begun",
                    () -> Files.exists(JournalFile.beside(plan))
                            && ends(scene.moves.get(0)).size() == 1
                            && log().contains("no lock in try 1"));
            kill(child);
            holder.rollback();
        }
        String filenode = scene.filenode("t_v");

        MigrateScene.Result status = scene.run("status", plan);
        MigrateScene.Result result = scene.run("migrate", plan, "--execute", "--window=10m");

        assertThat(status.out())
                .contains("in doubt: " + scene.database + ".public.second")
                .endsWith("1 of 2 moves left, by the catalog\n");
        assertThat(result.status()).as(result.all()).isZero();
        assertThat(result.out()).endsWith("1 moved, 0 deferred, 1 skipped, 0 failed\n");
        assertThat(scene.filenode("t_v")).isEqualTo(filenode);
        assertThat(scene.place("second")).isEqualTo("ts_fast");
        assertThat(ends(scene.moves.get(0))).hasSize(1);
        assertThat(history().entries().stream().filter(JournalEntry.Resumed.class::isInstance))
                .hasSize(2);
    }

    @Test
    void killed_in_a_move_that_lives_on_in_the_server_it_waits_for_that_and_counts_it() throws Exception {
        try (Connection holder = holdingSnapshot()) {
            kill(childInRebuild());
            assertThat(scene.value(BUSY)).as("the server does not notice").isEqualTo("1");

            CompletableFuture<MigrateScene.Result> again =
                    CompletableFuture.supplyAsync(() -> scene.run("migrate", scene.plan, "--execute"));
            Thread.sleep(1500);
            assertThat(again).isNotDone();
            holder.rollback();
            MigrateScene.Result result = again.get(60, TimeUnit.SECONDS);

            assertThat(result.status()).as(result.all()).isZero();
            assertThat(result.err())
                    .contains("an earlier process of this run is still at work in the server: waiting for pid ")
                    .contains("made by an earlier process of this run");
            assertThat(result.out()).isEqualTo("1 moved, 0 deferred, 0 skipped, 0 failed\n");
        }
        assertThat(scene.place("t_v")).isEqualTo("ts_fast");
        assertThat(scene.invalid()).isEmpty();
        assertThat(ends(scene.moves.get(0)))
                .singleElement()
                .satisfies(end -> assertThat(end.outcome()).isEqualTo(Outcome.MOVED));
        assertThat(scene.run("undo", scene.plan, "--execute").status()).isZero();
        assertThat(scene.place("t_v")).isEqualTo("pg_default");
    }

    @Test
    void killed_in_a_move_that_died_with_it_it_drops_its_leftover_and_moves_again() throws Exception {
        try (Connection holder = holdingSnapshot()) {
            kill(childInRebuild());
            scene.value("select pg_terminate_backend(pid) from pg_stat_progress_create_index");
            await("the backend is gone", () -> scene.value(BUSY).equals("0"));
            assertThat(scene.invalid()).containsExactly("t_v_ccnew");
            holder.rollback();
        }

        MigrateScene.Result result = scene.run("migrate", scene.plan, "--execute");

        assertThat(result.status()).as(result.all()).isZero();
        assertThat(scene.place("t_v")).isEqualTo("ts_fast");
        assertThat(scene.invalid()).isEmpty();
        assertThat(scene.value("select count(*) from pg_index where indrelid = 't'::regclass"))
                .isEqualTo("2");
    }

    @Test
    void interrupted_it_takes_the_move_back_cleans_up_and_ends_with_130() throws Exception {
        try (Connection holder = holdingSnapshot()) {
            Process child = childInRebuild();
            new ProcessBuilder("kill", "-INT", Long.toString(child.pid()))
                    .start()
                    .waitFor();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();

            assertThat(child.exitValue()).isEqualTo(130);
            assertThat(log()).contains("taken back: the run was asked to stop").doesNotContain("\tat ");
            assertThat(scene.invalid()).isEmpty();
            assertThat(scene.value(BUSY)).isEqualTo("0");
            assertThat(ends(scene.moves.get(0)))
                    .extracting(JournalEntry.Ended::outcome)
                    .containsExactly(Outcome.DEFERRED);
            holder.rollback();
        }
        assertThat(scene.run("migrate", scene.plan, "--execute").status()).isZero();
        assertThat(scene.place("t_v")).isEqualTo("ts_fast");
    }

    @Test
    void what_an_interrupted_run_could_not_clean_up_the_next_one_does() throws Exception {
        try (Connection holder = holding("select count(*) from t")) {
            Process child = childInRebuild();
            new ProcessBuilder("kill", "-INT", Long.toString(child.pid()))
                    .start()
                    .waitFor();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();

            assertThat(child.exitValue()).isEqualTo(130);
            assertThat(log()).contains("it left the invalid index 't_v_ccnew'");
            assertThat(scene.invalid()).containsExactly("t_v_ccnew");
            holder.rollback();
        }
        assertThat(scene.run("migrate", scene.plan, "--execute").status()).isZero();
        assertThat(scene.place("t_v")).isEqualTo("ts_fast");
        assertThat(scene.invalid()).isEmpty();
    }

    @Test
    void a_second_run_is_refused_while_the_first_is_at_work_whatever_database_it_is_pointed_at() throws Exception {
        try (Connection holder = holdingSnapshot()) {
            Process child = childInRebuild();
            MigrateScene other = new MigrateScene(18, Files.createDirectory(directory.resolve("other")));
            other.sql("create table x (id int)");
            other.move("x", "ts_fast", Method.ALTER);

            MigrateScene.Result result = other.run("migrate", other.write(), "--execute", "--window=10m");

            assertThat(result.status()).isEqualTo(5);
            assertThat(result.err())
                    .contains("another run is at work on this cluster: pid ")
                    .contains(
                            "application 'pgstow migrate " + history().opened().run() + "'");
            assertThat(other.place("x")).isEqualTo("pg_default");
            assertThat(JournalFile.beside(other.plan)).doesNotExist();
            holder.rollback();
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(log()).isZero();
        }
    }
}
