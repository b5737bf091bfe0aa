package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.testing.TestServer;
import dev.pgstow.verify.PgbenchScripts;
import dev.pgstow.verify.PgbenchScripts.Protocol;
import dev.pgstow.verify.PgbenchScripts.Script;
import dev.pgstow.verify.RunRequest;
import dev.pgstow.verify.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Needs a pgbench on the PATH and fails, rather than skips, without one; run by {@code mvn verify -Ppgbench}. */
@Tag("pgbench")
class PgbenchRunnerIT {
    private static final RunRequest TWO_SECONDS = new RunRequest(4, 2, Duration.ofSeconds(2), 7);
    private static final TestServer SERVER = TestServer.of(18);

    private static String database;

    @BeforeAll
    static void makeItems() {
        database = SERVER.newDatabase();
        SERVER.execute(
                database,
                "create table item (id int primary key, v text)",
                "insert into item select g, md5(g::text) from generate_series(1, 20000) g",
                "create table pgbench_history (kept int)",
                "insert into pgbench_history values (1)",
                "vacuum (analyze) item");
    }

    @Test
    void what_pgbench_counts_agrees_with_what_the_server_counts() {
        PgbenchRunner runner = runner(
                false,
                new Script("a.sql", 3, false, "\\set id random(1, :top)\nselect v from item where id = :id;\n"),
                new Script("a.sql", 1, false, "select 1;\r\n"));
        runner.check();
        long before = commits();

        RunResult result = runner.run(TWO_SECONDS);

        long commits = commits() - before;
        assertThat((double) result.transactions()).isCloseTo(commits, within(0.01 * commits));
        assertThat(result.tps()).isCloseTo(result.transactions() / 2.0, within(0.1 * result.tps()));
        assertThat(result.failures()).isZero();
        assertThat(result.latency().mean()).isCloseTo(4 / result.tps(), within(0.2 * 4 / result.tps()));
        assertThat(result.latency().p50())
                .isPositive()
                .isLessThanOrEqualTo(result.latency().p95());
        assertThat(result.latency().p95()).isLessThanOrEqualTo(result.latency().p99());
        assertThat(result.blocksReadPerTransaction()).isLessThan(0.5);
        assertThat(SERVER.value(database, "select count(*) from pgbench_history"))
                .isEqualTo("1");
        assertThat(runner.driver()).matches("pgbench [0-9.]+\\S*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "\\set top 90000 * :scale\\n\\setrandom acc 1 :top\\nselect :acc;"
                        + "|old.sql:2: invalid command|\\set NAME random(LOW, HIGH)",
                "\\set a random(1, 10)\\nselect 1 where 1 = :a\\nselect 2\\n|syntax error at or near \"select\"|semicolon",
                "\\set p :naccts\\nselect :p;|undefined variable \"naccts\"|-D NAME=VALUE",
                "begin;\\nselect 1;\\n|end of script reached without completing the last transaction|COMMIT or END"
            })
    void a_script_that_does_not_work_is_named_with_what_pgbench_says(String text, String said, String hint) {
        PgbenchRunner runner = runner(false, new Script("old.sql", 1, false, text.replace("\\n", "\n")));

        assertThatThrownBy(runner::check)
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE);
                    assertThat(e.hint()).contains(hint);
                })
                .hasMessageStartingWith("script 'old.sql' does not work: ")
                .hasMessageContaining(said);
    }

    @Test
    void a_byte_order_mark_is_called_by_its_name() {
        PgbenchRunner runner = runner(false, new Script("bom.sql", 1, false, "\ufeffselect 1;\n"));

        assertThatThrownBy(runner::check).hasMessageStartingWith("script 'bom.sql' begins with a byte-order mark");
    }

    @Test
    void a_script_that_writes_is_named_unless_writing_is_allowed() {
        Script script = new Script("write.sql", 1, false, "update item set v = v where id = 1;\n");

        assertThatThrownBy(() -> runner(false, script).check())
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.hint()).contains("--allow-writes"))
                .hasMessageContaining("script 'write.sql' does not work: ")
                .hasMessageContaining("cannot execute UPDATE in a read-only transaction");
        runner(true, script).check();
    }

    @Test
    void a_run_that_clients_abort_does_not_count_although_tps_are_printed() {
        // dies when it first draws a number above 9
        Script script =
                new Script("bad.sql", 1, false, "\\set n random(1, 10)\n\\set z 1 / (:n / 10 - 1)\nselect :z;\n");

        assertThatThrownBy(() -> runner(false, script).run(TWO_SECONDS))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessageStartingWith("the run does not count, pgbench ended it early with status 2: ")
                .hasMessageContaining("division by zero");
    }

    @Test
    void a_script_that_is_built_in_needs_no_file() {
        PgbenchRunner runner = new PgbenchRunner(
                program(),
                SERVER.connector(database),
                database,
                new PgbenchScripts(
                        List.of(new Script("select-only", 1, true, "")), Map.of("scale", "1"), Protocol.PREPARED),
                false);

        assertThatThrownBy(runner::check)
                .hasMessageContaining("script 'select-only' does not work: ")
                .hasMessageContaining("pgbench_");
    }

    @Test
    void an_interrupt_ends_pgbench_and_leaves_no_directory() throws Exception {
        PgbenchRunner runner = runner(false, new Script("sleep.sql", 1, false, "select pg_sleep(60);\n"));
        long directories = directories();
        Thread thread = new Thread(() -> runner.run(new RunRequest(2, 1, Duration.ofSeconds(60), 1)));
        thread.setUncaughtExceptionHandler((t, e) -> {});
        thread.start();
        String sessions = "select count(*) from pg_stat_activity where datname = '" + database
                + "' and application_name = 'pgstow workload' and wait_event = 'PgSleep'";
        for (int i = 0; i < 100 && !SERVER.value("postgres", sessions).equals("2"); i++) {
            Thread.sleep(100);
        }
        assertThat(SERVER.value("postgres", sessions)).isEqualTo("2");

        thread.interrupt();
        thread.join(10_000);

        assertThat(thread.isAlive()).isFalse();
        assertThat(directories()).isEqualTo(directories);
        SERVER.execute(
                "postgres",
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + database
                        + "' and wait_event = 'PgSleep'");
    }

    private static long directories() throws IOException {
        try (Stream<Path> entries = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return entries.filter(entry -> entry.getFileName().toString().startsWith("pgstow-pgbench-"))
                    .count();
        }
    }

    private static PgbenchRunner runner(boolean allowWrites, Script... scripts) {
        return new PgbenchRunner(
                program(),
                SERVER.connector(database),
                database,
                new PgbenchScripts(List.of(scripts), Map.of("top", "20000"), Protocol.PREPARED),
                allowWrites);
    }

    private static PgbenchProgram program() {
        return PgbenchProgram.find(null, System.getenv("PATH"));
    }

    private static long commits() {
        return Long.parseLong(SERVER.value(
                "postgres", "select xact_commit from pg_stat_database where datname = '" + database + "'"));
    }
}
