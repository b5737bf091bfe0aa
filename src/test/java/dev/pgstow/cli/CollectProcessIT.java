package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.SnapshotFile;
import dev.pgstow.model.Snapshot;
import dev.pgstow.testing.Program;
import dev.pgstow.testing.TestServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged program at {@code collect}, ended and killed from outside. */
class CollectProcessIT {
    @TempDir
    private Path directory;

    private final TestServer server = TestServer.of(17);
    private Path file = Path.of("");
    private String database = "";

    @BeforeEach
    void make_a_database() {
        file = directory.resolve("activity.snap");
        database = server.newDatabase();
        server.execute(database, "create table t as select n from generate_series(1, 1000) n");
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void ctrl_c_ends_it_with_a_last_snapshot_and_the_result(String signal, int status) throws Exception {
        Process collect = start("--every", "1h", "--for", "24h");
        Thread.sleep(1500);

        new ProcessBuilder("kill", "-" + signal, Long.toString(collect.pid()))
                .start()
                .waitFor();

        assertThat(collect.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(collect.exitValue()).isEqualTo(status);
        assertThat(snapshots()).hasSize(2);
        assertThat(Files.readString(directory.resolve("out"))).contains("transactions", "snapshots: " + file);
    }

    @Test
    void a_kill_at_any_moment_leaves_a_file_that_can_be_read_and_gone_on_with() throws Exception {
        for (int round = 0; round < 4; round++) {
            Process collect = start("--every", "1s", "--for", "1h");
            Thread.sleep(ThreadLocalRandom.current().nextLong(100, 2500));

            collect.destroyForcibly().waitFor();

            assertThat(snapshots()).hasSizeGreaterThan(round);
        }
        int before = snapshots().size();
        Program again = run("--for", "0s");
        assertThat(again.exitStatus()).as(again.err()).isZero();
        assertThat(snapshots()).hasSize(before + 1);
    }

    @Test
    void a_second_run_on_the_same_file_is_refused() throws Exception {
        Process collect = start("--every", "1h", "--for", "24h");

        Program second = run("--for", "0s");

        collect.destroyForcibly().waitFor();
        assertThat(second.exitStatus()).isEqualTo(3);
        assertThat(second.err()).contains("cannot write '" + file + "': another process writes it", "HINT:");
    }

    @Test
    void a_standby_of_nobody_is_refused_in_words() {
        Program program = run("--for", "0s", "--standby", "host=localhost user=postgres port=" + server.port());

        assertThat(program.exitStatus()).isEqualTo(5);
        assertThat(program.err()).contains("'localhost:" + server.port() + "' is not a standby but a primary");
    }

    @Test
    void one_snapshot_tells_that_its_counters_are_old() {
        Program program = run("--for", "0s", "--output", "json");

        assertThat(program.exitStatus()).as(program.err()).isZero();
        assertThat(program.out()).contains("\"snapshots\" : 1", "\"accesses\"");
        assertThat(program.out()).contains("one snapshot only");
    }

    private List<Snapshot> snapshots() {
        List<Snapshot> snapshots = new ArrayList<>();
        SnapshotFile.read(file, notice -> {}, snapshots::add);
        return snapshots;
    }

    private Program run(String... options) {
        return Program.run(List.of(), Map.of(), arguments(options).toArray(String[]::new));
    }

    /** Has taken its first snapshot when this returns. */
    private Process start(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("pgstow.jar", "target/pgstow.jar")));
        command.addAll(arguments(options));
        Process process = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .start();
        BufferedReader err = process.errorReader();
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            if (line.contains("snapshot of")) {
                return process;
            }
        }
        throw new IllegalStateException("collect ended with " + process.exitValue());
    }

    private List<String> arguments(String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "collect",
                "-h",
                "localhost",
                "-p",
                Integer.toString(server.port()),
                "-U",
                "postgres",
                "-d",
                database,
                "-o",
                file.toString()));
        arguments.addAll(List.of(options));
        return arguments;
    }
}
