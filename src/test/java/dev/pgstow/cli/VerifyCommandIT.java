package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.BaselineFile;
import dev.pgstow.testing.TestServer;
import dev.pgstow.verify.Baseline;
import dev.pgstow.verify.Conditions;
import dev.pgstow.verify.Load;
import dev.pgstow.verify.RunResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandIT {
    private static final TestServer SERVER = TestServer.of(18);

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String database = "";
    private Path workload = Path.of("");
    private Path baseline = Path.of("");

    @BeforeEach
    void makeItems() throws IOException {
        database = SERVER.newDatabase();
        SERVER.execute(
                database,
                "create table item (id int primary key, v text)",
                "insert into item select g, md5(g::text) from generate_series(1, 20000) g",
                "vacuum (analyze) item");
        workload = Files.writeString(directory.resolve("workload.yaml"), """
                pgstow: workload/1
                statements:
                - name: by id
                  sql: select v from item where id = ?
                  parameters:
                  - uniform: {from: 1, to: 20000}
                """);
        baseline = directory.resolve("baseline.yaml");
    }

    @Test
    void a_baseline_is_measured_and_the_same_is_run_again_for_the_verdict() throws IOException {
        assertThat(measureBaseline()).isZero();

        assertThat(err.toString())
                .containsPattern("run 1 of 1: [0-9,]+ TPS, p99 [0-9.]+ ms, [0-9.]+ reads/tx")
                .contains("wrote '" + baseline + "'");
        assertThat(out.toString())
                .containsPattern("baseline: [0-9,.]+ TPS, median of 1 run\\(s\\) of 1 s .*, 2 client");
        assertThat(BaselineFile.read(baseline).conditions().settings()).containsEntry("shared_buffers", "16MB");
        assertThat(run("--baseline", "--workload", workload.toString(), "-o", baseline.toString()))
                .isEqualTo(5);
        assertThat(err.toString()).contains("there is a file '" + baseline + "' already");

        out.getBuffer().setLength(0);
        Path verdict = directory.resolve("verdict.yaml");
        assertThat(run("--against", baseline.toString(), "-o", verdict.toString(), "--fail-below", "100"))
                .isEqualTo(8);
        assertThat(out.toString())
                .startsWith("verdict: inconclusive\n  not enough runs: 1 before and 1 after")
                .contains("note: uncontrolled");
        assertThat(Files.readString(verdict)).contains("verdict: \"inconclusive\"");

        out.getBuffer().setLength(0);
        assertThat(run("--against", baseline.toString(), "-o", verdict.toString(), "--output", "json"))
                .isZero();
        assertThat(out.toString()).startsWith("{").contains("\"outcome\" : \"INCONCLUSIVE\"");
    }

    @Test
    void a_side_that_became_slower_ends_with_status_8() {
        measureBaseline();
        Baseline measured = BaselineFile.read(baseline);
        Load load = measured.load();
        // five runs before, all of them faster than any server
        List<RunResult> runs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            RunResult run = measured.runs().get(0);
            runs.add(new RunResult(run.startedAt(), run.duration(), 1e9 + i, 1_000_000_000, 0, run.latency(), 0));
        }
        BaselineFile.write(
                baseline,
                new Baseline(
                        new Load(load.workload(), 2, load.threads(), Duration.ofSeconds(1), Duration.ZERO, 5, false),
                        measured.conditions(),
                        measured.driver(),
                        runs,
                        List.of()));

        assertThat(run(
                        "--against",
                        baseline.toString(),
                        "-o",
                        directory.resolve("v.yaml").toString()))
                .as(err.toString())
                .isEqualTo(8);

        assertThat(out.toString()).contains("verdict: worse\n  significant (p = 0.008)");
    }

    @Test
    void another_cluster_than_that_of_the_baseline_gets_no_load() {
        measureBaseline();
        Baseline measured = BaselineFile.read(baseline);
        Conditions here = measured.conditions();
        Conditions other = new Conditions(
                new dev.pgstow.model.Cluster("42", here.cluster().version()),
                database,
                here.startedAt(),
                here.settings());
        BaselineFile.write(baseline, new Baseline(measured.load(), other, "x", measured.runs(), List.of()));
        err.getBuffer().setLength(0);

        assertThat(run("--against", baseline.toString())).isEqualTo(5);

        assertThat(err.toString())
                .contains("the baseline was measured on another cluster: system identifier '42'")
                .doesNotContain("run 1");
    }

    @Test
    void options_that_contradict_each_other_are_refused() {
        assertThat(run("--baseline")).isEqualTo(2);
        assertThat(err.toString()).contains("no workload given");
        assertThat(run("--baseline", "--workload", workload.toString(), "-f", "a.sql"))
                .isEqualTo(2);
        assertThat(run("--baseline", "-f", "nosuch.sql")).isEqualTo(3);
        assertThat(run("--against", "x.yaml", "-c", "5")).isEqualTo(2);
        assertThat(err.toString()).contains("the workload and the load are those of the baseline");
        assertThat(run("--against", "x.yaml", "--baseline")).isEqualTo(2);
        assertThat(run("--workload", workload.toString())).isEqualTo(2);
        assertThat(run("--baseline", "-b", "select-only@none")).isEqualTo(2);
        assertThat(run("--baseline", "--workload", workload.toString(), "--fail-below", "1.1"))
                .isEqualTo(2);
    }

    @Test
    void a_role_without_privileges_is_told_that_there_was_no_checkpoint() {
        SERVER.execute(database, "grant select on item to public");
        if (!SERVER.value("postgres", "select count(*) from pg_roles where rolname = 'reader'")
                .equals("1")) {
            SERVER.execute("postgres", "create role reader login");
        }

        assertThat(run(
                        "--baseline",
                        "--workload",
                        workload.toString(),
                        "-o",
                        baseline.toString(),
                        "-U",
                        "reader",
                        "-T",
                        "1",
                        "--runs",
                        "1",
                        "--warmup",
                        "0"))
                .as(err.toString())
                .isZero();

        assertThat(out.toString()).contains("note: no CHECKPOINT between the runs: this role may not");
    }

    private int measureBaseline() {
        return run(
                "--baseline",
                "--workload",
                workload.toString(),
                "-o",
                baseline.toString(),
                "-c",
                "2",
                "-T",
                "1",
                "--runs",
                "1",
                "--warmup",
                "0");
    }

    private int run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("verify", "-h", "localhost", "-d", database));
        all.addAll(List.of("-p", Integer.toString(SERVER.port())));
        if (!Arrays.asList(arguments).contains("-U")) {
            all.addAll(List.of("-U", "postgres"));
        }
        all.addAll(Arrays.asList(arguments));
        return Pgstow.commandLine(new Console(new PrintWriter(out, true), new PrintWriter(err, true)))
                .execute(all.toArray(String[]::new));
    }
}
