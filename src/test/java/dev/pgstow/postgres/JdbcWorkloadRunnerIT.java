package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.testing.TestServer;
import dev.pgstow.verify.RunRequest;
import dev.pgstow.verify.RunResult;
import dev.pgstow.verify.Sampler;
import dev.pgstow.verify.StatementList;
import dev.pgstow.verify.WeightedStatement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdbcWorkloadRunnerIT {
    private static final RunRequest TWO_SECONDS = new RunRequest(4, 1, Duration.ofSeconds(2), 7);
    private static final StatementList LOOKUPS = new StatementList(List.of(
            new WeightedStatement(
                    "by id", 3, "select * from item where id = ?", List.of(new Sampler.Uniform(1, 20_000))),
            new WeightedStatement(
                    "by code",
                    1,
                    "select * from item where code = ? and id > ?",
                    List.of(new Sampler.Sample("select code from item", 5000), new Sampler.Constant("0")))));

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void what_it_counts_agrees_with_what_the_server_counts(int major) {
        TestServer server = TestServer.of(major);
        String database = items(server);
        JdbcWorkloadRunner runner = runner(server, database, LOOKUPS, false);
        runner.check();
        runner.run(TWO_SECONDS);
        long commitsBefore = commits(server, database);
        List<Long> scansBefore = scans(server, database);

        RunResult result = runner.run(TWO_SECONDS);

        long commits = commits(server, database) - commitsBefore;
        List<Long> scans = scans(server, database);
        double byId = scans.get(0) - scansBefore.get(0);
        double byCode = scans.get(1) - scansBefore.get(1);
        assertThat(result.transactions()).isGreaterThan(500);
        assertThat((double) result.transactions())
                .isCloseTo(commits, within(0.01 * commits))
                .isCloseTo(byId + byCode, within(0.01 * commits));
        assertThat(byId / byCode).isCloseTo(3, within(0.5));
        assertThat(result.tps()).isCloseTo(result.transactions() / 2.0, within(0.05 * result.tps()));
        assertThat(result.latency().p50())
                .isPositive()
                .isLessThanOrEqualTo(result.latency().p99());
        // four clients are always busy: Little's law
        assertThat(result.latency().mean()).isCloseTo(4 / result.tps(), within(0.1 * 4 / result.tps()));
        assertThat(result.failures()).isZero();
        assertThat(result.blocksReadPerTransaction()).isLessThan(0.5);
    }

    @Test
    void blocks_that_shared_buffers_cannot_hold_are_counted_per_transaction() {
        TestServer server = TestServer.of(18);
        String database = server.newDatabase();
        // 24,000 pages of one row: 187 MB against 128 MB of shared buffers
        server.execute(
                database,
                "create table wide (id int, filler char(6000)) with (fillfactor = 80)",
                "alter table wide alter filler set storage plain",
                "insert into wide select g, '' from generate_series(1, 24000) g",
                "vacuum (analyze) wide");
        StatementList workload = new StatementList(List.of(new WeightedStatement(
                "by place",
                1,
                "select id from wide where ctid = ?::text::tid",
                List.of(new Sampler.Sample("select ctid from wide order by random()", 24_000)))));
        JdbcWorkloadRunner runner = runner(server, database, workload, false);
        runner.check();

        RunResult result = runner.run(TWO_SECONDS);

        // between the 16,384 pages that fit into shared buffers and none
        assertThat(result.blocksReadPerTransaction()).isBetween((24_000 - 16_384) / 24_000.0, 1.01);
    }

    @Test
    void a_statement_stays_prepared_on_the_server() {
        TestServer server = TestServer.of(18);
        String database = items(server);
        // each session counts its executions; one whose prepared statement forgot most of them divides by zero
        StatementList workload = statement("""
                select 1 / (case when seen > 20 and planned < seen / 2 then 0 else 1 end)
                from (select set_config('pgstow.seen',
                        (coalesce(nullif(current_setting('pgstow.seen', true), ''), '0')::int + 1)::text, false)::int) s (seen),
                  (select coalesce(max(generic_plans + custom_plans), 0) from pg_prepared_statements) p (planned),
                  item
                where id = ?
                """, new Sampler.Uniform(1, 20_000));

        RunResult result =
                runner(server, database, workload, false).run(new RunRequest(2, 1, Duration.ofSeconds(1), 1));

        assertThat(result.transactions()).isGreaterThan(100);
    }

    @Test
    void the_sessions_are_read_only_unless_writing_is_allowed() {
        TestServer server = TestServer.of(18);
        String database = items(server);
        StatementList writing = new StatementList(List.of(new WeightedStatement(
                "touch", 1, "update item set code = code where id = ?", List.of(new Sampler.Uniform(1, 20_000)))));

        assertThatThrownBy(() -> runner(server, database, writing, false).check())
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.REFUSED);
                    assertThat(e.hint()).contains("--allow-writes");
                })
                .hasMessageContaining("statement 'touch' does not work: ERROR: cannot execute UPDATE");

        JdbcWorkloadRunner allowed = runner(server, database, writing, true);
        allowed.check();
        assertThat(server.value(
                        database, "select count(*) from item where xmin <> (select min(xmin::text)::xid from item)"))
                .isEqualTo("0");
        assertThat(allowed.run(new RunRequest(1, 1, Duration.ofSeconds(1), 1)).transactions())
                .isPositive();
    }

    @Test
    void what_does_not_work_is_named_before_anything_runs() {
        TestServer server = TestServer.of(18);
        String database = items(server);

        assertThatThrownBy(() -> runner(server, database, statement("select * from nosuch"), false)
                        .check())
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE))
                .hasMessageContaining("statement 'it' does not work: ERROR: relation \"nosuch\" does not exist");
        assertThatThrownBy(() -> runner(
                                server,
                                database,
                                statement("select ?::int", new Sampler.Sample("select id from item where id < 0", 10)),
                                false)
                        .check())
                .hasMessage("the sample 'select id from item where id < 0' of statement 'it' found no values");
        assertThatThrownBy(() -> runner(server, database, statement("select ?::int"), false)
                        .check())
                .hasMessageContaining("statement 'it' does not work: No value specified for parameter 1");
    }

    @Test
    void a_run_in_which_a_client_fails_does_not_count() {
        TestServer server = TestServer.of(18);
        String database = items(server);
        JdbcWorkloadRunner runner =
                runner(server, database, statement("select 1 / (? - 500)::int", new Sampler.Uniform(1, 1000)), false);

        assertThatThrownBy(() -> runner.run(TWO_SECONDS))
                .hasMessageContaining("the run does not count, a client stopped: ERROR: division by zero");
    }

    @Test
    void serialization_failures_are_counted_apart_from_transactions() {
        TestServer server = TestServer.of(18);
        String database = items(server);
        server.execute(
                database,
                "create function conflict(n int) returns int language plpgsql as $$ begin"
                        + " if n = 1 then raise 'lost' using errcode = 'serialization_failure'; end if; return n; end $$");
        JdbcWorkloadRunner runner =
                runner(server, database, statement("select conflict(?)", new Sampler.Uniform(1, 4)), false);

        RunResult result = runner.run(new RunRequest(2, 1, Duration.ofSeconds(1), 3));

        assertThat(result.failureRate()).isCloseTo(0.25, within(0.05));
    }

    @Test
    void an_interrupt_ends_the_run_and_its_sessions() throws InterruptedException {
        TestServer server = TestServer.of(18);
        String database = items(server);
        JdbcWorkloadRunner runner = runner(server, database, statement("select pg_sleep(60)"), false);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(() -> runner.run(new RunRequest(2, 1, Duration.ofSeconds(60), 1)));
        thread.setUncaughtExceptionHandler((t, e) -> thrown.set(e));
        thread.start();
        String sessions = "select count(*) from pg_stat_activity where datname = '" + database
                + "' and application_name = 'pgstow workload' and wait_event = 'PgSleep'";
        waitFor(server, sessions, "2");

        thread.interrupt();
        thread.join(10_000);

        assertThat(thrown.get()).hasMessage("the benchmark was interrupted");
        waitFor(server, sessions, "0");
    }

    private static void waitFor(TestServer server, String query, String expected) throws InterruptedException {
        for (int i = 0; i < 100 && !server.value("postgres", query).equals(expected); i++) {
            Thread.sleep(100);
        }
        assertThat(server.value("postgres", query)).isEqualTo(expected);
    }

    private static StatementList statement(String sql, Sampler... parameters) {
        return new StatementList(List.of(new WeightedStatement("it", 1, sql, List.of(parameters))));
    }

    private static JdbcWorkloadRunner runner(
            TestServer server, String database, StatementList workload, boolean allowWrites) {
        return new JdbcWorkloadRunner(server.connector(database), database, workload, allowWrites);
    }

    private static String items(TestServer server) {
        String database = server.newDatabase();
        server.execute(
                database,
                "create table item (id int primary key, code varchar(13))",
                "insert into item select g, 'c' || g from generate_series(1, 20000) g",
                "create index item_code on item (code)",
                "vacuum (analyze) item");
        return database;
    }

    private static long commits(TestServer server, String database) {
        return Long.parseLong(server.value(
                "postgres", "select xact_commit from pg_stat_database where datname = '" + database + "'"));
    }

    private static List<Long> scans(TestServer server, String database) {
        return server
                .values(
                        database,
                        "select idx_scan from pg_stat_user_indexes where relname = 'item' order by indexrelname desc")
                .stream()
                .map(Long::valueOf)
                .toList();
    }
}
