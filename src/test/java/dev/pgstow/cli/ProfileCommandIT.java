package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.TiersFile;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Environment;
import dev.pgstow.model.Tier;
import dev.pgstow.profile.Step;
import dev.pgstow.testing.TestServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileCommandIT {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name_the_file() {
        file = directory.resolve("tiers.yaml");
    }

    @Test
    void a_servers_tablespaces_are_measured_and_written() throws IOException {
        TestServer server = TestServer.of(18);

        assertThat(profile(server)).as(err::toString).isZero();

        List<Tier> tiers = TiersFile.read(file).tiers();
        assertThat(tiers).hasSize(1);
        assertThat(tiers.get(0).tablespaces()).startsWith("pg_default").contains("ts_fast", "ts_slow");
        assertThat(tiers.get(0).profile().results())
                .hasSizeGreaterThan(Step.all(false).size());
        assertThat(out.toString())
                .contains("pg_default, ts_fast, ts_slow")
                .contains("random read 8 KiB, depth 32")
                .contains("write 8 KiB + fdatasync");
        assertThat(err.toString()).contains("measuring tier '").contains("wrote '" + file + "'");
        assertThat(testFiles(server.dataDirectory().resolve("base"))).isEmpty();
        Environment environment = tiers.get(0).profile().environment();
        assertThat(environment.kernel()).startsWith("Linux ");
        assertThat(environment.cpus()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(environment.devices()).isNotEmpty();
        assertThat(environment.mountOptions()).startsWith("rw");
        assertThat(environment.server()).isEqualTo(server.value("postgres", "show server_version"));
        assertThat(environment.settings()).containsEntry("shared_buffers", "16MB");
    }

    @Test
    void a_second_profile_keeps_what_a_person_wrote() throws IOException {
        TestServer server = TestServer.of(18);
        Files.writeString(file, """
                pgstow: tiers/1
                tiers:
                  - name: "mine"
                    tablespaces: ["ts_fast"]
                    durable: true
                    capacity: "7 GiB"
                    price_per_gib_month: 0.08
                    declared: {read_iops: 25000}
                """);

        assertThat(profile(server, "--tablespace", "ts_fast", "--output", "json"))
                .as(err::toString)
                .isZero();

        Tier mine = TiersFile.read(file).tiers().get(0);
        assertThat(mine.name()).isEqualTo("mine");
        assertThat(mine.capacity()).isEqualTo(ByteSize.parse("7 GiB"));
        assertThat(mine.pricePerGibMonth()).isEqualTo(0.08);
        assertThat(mine.declared().caps().readIops()).isEqualTo(25000);
        assertThat(mine.profile()).isNotNull();
        assertThat(out.toString()).startsWith("{").contains("\"pricePerGibMonth\" : 0.08");
    }

    @Test
    void a_tablespace_that_is_none_is_refused_before_anything_is_measured() {
        assertThat(profile(TestServer.of(18), "--tablespace", "ts_fsat")).isEqualTo(2);

        assertThat(err.toString())
                .startsWith(
                        "pgstow: error (usage): no tablespace 'ts_fsat' in this cluster\nHINT: There are: pg_default, ")
                .contains("ts_fast");
        assertThat(file).doesNotExist();
    }

    @Test
    void a_tiers_file_with_problems_is_not_overwritten() throws IOException {
        Files.writeString(file, "pgstow: tiers/1\ntiers: [{name: \"a\"}]\n");

        assertThat(run("profile", "--dir", "a=" + directory, "-o", file.toString()))
                .isEqualTo(3);

        assertThat(file).hasContent("pgstow: tiers/1\ntiers: [{name: \"a\"}]\n");
    }

    @Test
    void a_file_that_cannot_be_written_is_refused_before_anything_is_measured() {
        assertThat(run("profile", "--dir", "a=" + directory, "-o", "/no/such/tiers.yaml"))
                .isEqualTo(3);

        assertThat(err.toString())
                .startsWith("pgstow: error (bad-file): cannot write '/no/such/tiers.yaml': ")
                .doesNotContain("measuring");
    }

    /** A path that begins like the data directory's is not inside it; both are on its device. */
    @Test
    void a_sibling_of_the_data_directory_is_accepted_and_a_tablespace_inside_it_is_flagged() throws IOException {
        TestServer server = TestServer.of(15);
        Path data = server.dataDirectory();
        Path sibling = Files.createDirectory(data.resolveSibling("data_ts"));
        Path inside = Files.createDirectory(data.resolve("inside_ts"));
        server.execute("postgres", "create tablespace ts_sibling location '" + sibling + "'");
        server.execute("postgres", "create tablespace ts_inside location '" + inside + "'");
        try {
            int status = profile(
                    server, "--tablespace", "pg_default", "--tablespace", "ts_sibling", "--tablespace", "ts_inside");

            assertThat(status).as(err::toString).isZero();
            assertThat(err.toString().lines().filter(line -> line.contains("inside the data directory")))
                    .containsExactly("WARNING: '" + inside
                            + "' of 'ts_inside' is inside the data directory, which PostgreSQL warns of: backups can copy it"
                            + " twice");
            Tier tier = TiersFile.read(file).tiers().get(0);
            assertThat(tier.tablespaces()).containsExactly("pg_default", "ts_inside", "ts_sibling");
            assertThat(err.toString())
                    .contains("tablespaces 'pg_default', 'ts_inside', 'ts_sibling' are on one device, '" + tier.device()
                            + "': moving between them makes nothing faster");
        } finally {
            server.execute("postgres", "drop tablespace ts_sibling");
            server.execute("postgres", "drop tablespace ts_inside");
            Files.delete(sibling);
            Files.delete(inside);
        }
    }

    @Test
    void a_directory_that_is_not_on_this_machine_is_not_guessed_at() throws IOException {
        TestServer server = TestServer.of(18);
        Path elsewhere = Files.createDirectory(server.dataDirectory().resolveSibling("elsewhere"));
        server.execute("postgres", "create tablespace ts_elsewhere location '" + elsewhere + "'");
        Path moved = Files.move(elsewhere, elsewhere.resolveSibling("moved"));
        try {
            assertThat(profile(server, "--tablespace", "ts_elsewhere")).isEqualTo(5);

            assertThat(err.toString())
                    .startsWith("pgstow: error (refused): no directory '" + elsewhere
                            + "' on this machine\nHINT: Run pgstow on"
                            + " the server's machine as the user that runs the server")
                    .doesNotContain("measuring");
            assertThat(file).doesNotExist();
        } finally {
            Files.move(moved, elsewhere);
            server.execute("postgres", "drop tablespace ts_elsewhere");
            Files.delete(elsewhere);
        }
    }

    @Test
    void a_directory_behind_a_link_is_measured_where_it_really_is() throws IOException {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Path link = Files.createSymbolicLink(outside.resolve("link"), real);

        int status = run("profile", "--dir", "a=" + link, "--size", "16MiB", "--time", "0.1s", "-o", file.toString());

        assertThat(status).as(err::toString).isZero();
        assertThat(err.toString()).contains("in '" + link + "', which is '" + real.toRealPath() + "' (");
        assertThat(real).isEmptyDirectory();
        assertThat(outside).isDirectoryContaining(path -> path.equals(link));
    }

    @Test
    void directories_alone_need_no_server() throws IOException {
        Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "pgstow-test");
        try {
            int status = run(
                    "profile",
                    "--dir",
                    "slow=" + directory,
                    "--dir",
                    "fast=" + memory,
                    "--size",
                    "16MiB",
                    "--time",
                    "0.1s",
                    "-p",
                    "1",
                    "-o",
                    file.toString());

            assertThat(status).as(err::toString).isZero();
            List<Tier> tiers = TiersFile.read(file).tiers();
            assertThat(tiers).extracting(Tier::name).containsExactly("slow", "fast");
            assertThat(tiers.get(1).durable()).isFalse();
            assertThat(err.toString())
                    .contains("WARNING: tier 'fast' on 'tmpfs on /dev/shm' does not survive a reboot (memory)");
            assertThat(tiers.get(1).profile().environment())
                    .returns("tmpfs", Environment::fileSystem)
                    .returns(null, Environment::server);
        } finally {
            Files.delete(memory);
        }
    }

    @Test
    void a_preset_alone_describes_a_tier_and_measures_nothing() {
        assertThat(run("profile", "--preset", "volume=aws-gp3", "-o", file.toString()))
                .as(err::toString)
                .isZero();

        Tier volume = TiersFile.read(file).tiers().get(0);
        assertThat(volume.name()).isEqualTo("volume");
        assertThat(volume.profile()).isNull();
        assertThat(volume.declared().caps().totalIops()).isEqualTo(3000);
        assertThat(volume.declared().source()).contains("aws.amazon.com");
        assertThat(out.toString()).contains("caps declared").contains("3,000/s in all, 125 MiB/s in all");
    }

    @Test
    void random_reads_through_the_server_need_no_directory() {
        TestServer server = TestServer.of(18);
        server.execute(
                "postgres",
                "create table through_sql tablespace ts_slow as select i, repeat('x', 900) from generate_series(1, 20000) i",
                "vacuum analyze through_sql");
        try {
            assertThat(profile(server, "--tablespace", "ts_slow", "--engine", "sql"))
                    .as(err::toString)
                    .isZero();
        } finally {
            server.execute("postgres", "drop table through_sql");
        }

        Tier tier = TiersFile.read(file).tiers().get(0);
        assertThat(tier.name()).isEqualTo("ts_slow-unseen");
        assertThat(tier.profile().engine()).startsWith("PostgreSQL 18.").endsWith(" (sql)");
        assertThat(tier.profile().directIo()).isFalse();
        assertThat(err.toString()).contains("its page cache is part of the figures");
    }

    @Test
    void a_gate_bounds_the_requests_of_a_profile() {
        assertThat(run(
                        "profile",
                        "--dir",
                        "a=" + directory,
                        "--size",
                        "16MiB",
                        "--time",
                        "0.2s",
                        "--max-iops",
                        "500",
                        "-o",
                        file.toString()))
                .as(err::toString)
                .isZero();

        assertThat(TiersFile.read(file).tiers().get(0).profile().results())
                .filteredOn(result -> result.pattern() == dev.pgstow.model.AccessPattern.RANDOM_READ)
                .allSatisfy(result -> assertThat(result.operationsPerSecond()).isLessThan(650));
    }

    @Test
    void a_measurement_too_small_to_say_anything_is_refused() {
        assertThat(run("profile", "--dir", "a=" + directory, "--size", "1MiB")).isEqualTo(2);
        assertThat(err.toString()).contains("--size of at least 16MiB");
        assertThat(run("profile", "--dir", "a=" + directory, "--size", "many")).isEqualTo(2);
        assertThat(err.toString()).contains("'many' is not a size");
    }

    private int profile(TestServer server, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "profile",
                "-h",
                "localhost",
                "-p",
                Integer.toString(server.port()),
                "-U",
                "postgres",
                "-d",
                "postgres",
                "--size",
                "16MiB",
                "--time",
                "0.1s",
                "-o",
                file.toString()));
        arguments.addAll(Arrays.asList(more));
        return run(arguments.toArray(String[]::new));
    }

    private int run(String... arguments) {
        Console console = new Console(new PrintWriter(out, true), new PrintWriter(err, true));
        return Pgstow.commandLine(console).execute(arguments);
    }

    private static List<Path> testFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(name -> name.toString().contains("pgsql_tmp_pgstow"))
                    .toList();
        }
    }
}
