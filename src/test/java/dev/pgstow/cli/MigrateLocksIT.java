package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.migrate.Attempt;
import dev.pgstow.migrate.AttemptTerms;
import dev.pgstow.plan.Method;
import dev.pgstow.postgres.PostgresMoveSession;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others feel of a move that waits, and what a move does when others are in its way. */
class MigrateLocksIT {
    private static final Duration LOCK_TIMEOUT = Duration.ofMillis(200);

    @TempDir
    private Path directory;

    private MigrateScene scene;

    @BeforeEach
    void tables() {
        scene = new MigrateScene(15, directory);
        scene.sql(
                "create table t (id int primary key, v text)",
                "insert into t select g, md5(g::text) from generate_series(1, 20000) g",
                "create index t_v on t (v)",
                "create table unrelated (id int)",
                "insert into unrelated values (1)");
    }

    /** A session that reads a table in a transaction and stays in it. */
    private Connection holding(String table) throws SQLException {
        Connection connection = scene.server.connect(scene.database);
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        execute(connection, "set application_name = 'nightly report'");
        execute(connection, "select * from " + table + " limit 1");
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int pid(Connection connection) throws SQLException {
        return connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
    }

    @Test
    void others_queue_behind_a_waiting_move_for_no_longer_than_the_lock_timeout() throws Exception {
        scene.move("t", "ts_fast", Method.ALTER);
        AtomicBoolean done = new AtomicBoolean();
        try (Connection holder = holding("t");
                PostgresMoveSession session = new PostgresMoveSession(
                        scene.server.connector(scene.database),
                        PostgresMoveSession.APPLICATION + "x",
                        Clock.systemUTC())) {
            session.server();
            CompletableFuture<Duration> longest = CompletableFuture.supplyAsync(() -> longestRead(done));
            Attempt last = null;
            for (int i = 0; i < 5; i++) {
                last = session.attempt(
                        scene.moves.get(0), new AttemptTerms(LOCK_TIMEOUT, Duration.ZERO, null), progress -> {});
                Thread.sleep(50);
            }
            done.set(true);

            assertThat(last.ending()).isEqualTo(Attempt.Ending.NO_LOCK);
            assertThat(last.sqlState()).isEqualTo("55P03");
            assertThat(last.blockers()).singleElement().satisfies(blocker -> {
                assertThat(blocker.pid()).isEqualTo(pid(holder));
                assertThat(blocker.user()).isEqualTo("postgres");
                assertThat(blocker.application()).isEqualTo("nightly report");
                assertThat(blocker.state()).isEqualTo("idle in transaction");
            });
            assertThat(longest.get())
                    .as("it did wait behind us, and not for long")
                    .isBetween(Duration.ofMillis(100), LOCK_TIMEOUT.plusMillis(100));
        }
        assertThat(scene.place("t")).isEqualTo("pg_default");
    }

    private Duration longestRead(AtomicBoolean done) {
        Duration longest = Duration.ZERO;
        try (Connection reader = scene.server.connect(scene.database)) {
            while (!done.get()) {
                long began = System.nanoTime();
                execute(reader, "select v from t where id = 7");
                Duration took = Duration.ofNanos(System.nanoTime() - began);
                longest = took.compareTo(longest) > 0 ? took : longest;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return longest;
    }

    @Test
    void a_locked_table_is_given_up_and_the_session_that_blocks_is_named() throws Exception {
        scene.move("t", "ts_fast", Method.ALTER);
        Path plan = scene.write();
        try (Connection holder = holding("t")) {
            MigrateScene.Result result = scene.run(
                    "migrate", plan, "--execute", "--accept=exclusive-lock", "--lock-timeout=50ms", "--lock-tries=3");

            assertThat(result.status()).as(result.all()).isEqualTo(7);
            assertThat(result.out())
                    .contains("failed: " + scene.database + ".public.t: could not get its lock in 3 tries: held by pid "
                            + pid(holder) + " (user 'postgres', application 'nightly report', idle in transaction,");
            assertThat(scene.place("t")).isEqualTo("pg_default");
            assertThat(scene.server.value("postgres", "select state from pg_stat_activity where pid = " + pid(holder)))
                    .as("nobody else's session is touched")
                    .isEqualTo("idle in transaction");
        }
    }

    @Test
    void a_lock_that_is_freed_in_time_is_got() throws Exception {
        scene.move("t", "ts_fast", Method.ALTER);
        Path plan = scene.write();
        try (Connection holder = holding("t")) {
            CompletableFuture<Void> release = CompletableFuture.runAsync(() -> {
                try {
                    Thread.sleep(2500);
                    holder.rollback();
                } catch (SQLException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            MigrateScene.Result result =
                    scene.run("migrate", plan, "--execute", "--accept=exclusive-lock", "--lock-timeout=100ms");
            release.get();

            assertThat(result.status()).as(result.all()).isZero();
            assertThat(scene.place("t")).isEqualTo("ts_fast");
        }
    }

    @Test
    void a_rebuild_that_waits_for_an_old_snapshot_ends_with_the_window_and_leaves_nothing() throws Exception {
        scene.move("t_v", "ts_fast", Method.REINDEX);
        Path plan = scene.write();
        try (Connection holder = holding("unrelated")) {
            MigrateScene.Result result = scene.run("migrate", plan, "--execute", "--window", "9s");

            assertThat(result.status()).as(result.all()).isEqualTo(6);
            assertThat(result.out())
                    .contains("deferred: " + scene.database
                            + ".public.t_v: taken back at the end of the window; it was kept" + " waiting by pid "
                            + pid(holder) + " ");
        }
        assertThat(scene.invalid()).isEmpty();
        assertThat(scene.place("t_v")).isEqualTo("pg_default");
        assertThat(scene.server.values(
                        "postgres", "select pid from pg_stat_activity where application_name like 'pgstow migrate%'"))
                .isEmpty();
    }

    @Test
    void a_rebuild_waits_for_an_old_snapshot_without_a_lock_timeout() throws Exception {
        scene.move("t_v", "ts_fast", Method.REINDEX);
        Path plan = scene.write();
        try (Connection holder = holding("unrelated")) {
            CompletableFuture<Void> release = CompletableFuture.runAsync(() -> {
                try {
                    Thread.sleep(3000);
                    holder.rollback();
                } catch (SQLException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            });
            MigrateScene.Result result = scene.run("migrate", plan, "--execute", "--lock-timeout=50ms");
            release.get();

            assertThat(result.status()).as(result.all()).isZero();
        }
        assertThat(scene.place("t_v")).isEqualTo("ts_fast");
        assertThat(scene.invalid()).isEmpty();
    }

    @Test
    void a_prepared_transaction_refuses_a_concurrent_rebuild_and_is_named() throws Exception {
        scene.move("t_v", "ts_fast", Method.REINDEX);
        Path plan = scene.write();
        String gid = "gid-" + scene.database;
        scene.sql("begin", "update t set v = v where id = 1", "prepare transaction '" + gid + "'");
        try {
            MigrateScene.Result result = scene.run("migrate", plan, "--execute");

            assertThat(result.status()).isEqualTo(5);
            assertThat(result.err())
                    .contains("would wait without end for prepared transaction '" + gid + "' of user 'postgres'");
        } finally {
            scene.sql("rollback prepared '" + gid + "'");
        }
    }
}
