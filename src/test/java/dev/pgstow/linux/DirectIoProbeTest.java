package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectIoProbeTest {
    private static final ByteSize SIZE = new ByteSize(16L << 20);

    private final DirectIoProbe probe = new DirectIoProbe();
    private final List<Path> made = new ArrayList<>();

    @TempDir(cleanup = CleanupMode.ALWAYS)
    private Path disk;

    @BeforeEach
    @AfterEach
    void no_test_file_is_open() throws IOException {
        assertThat(openTestFiles()).isEmpty();
        for (Path directory : made) {
            Files.delete(directory);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"target", "/dev/shm"})
    void every_step_is_measured_through_a_file_that_has_no_name(Path place) throws IOException {
        Path directory = Files.createTempDirectory(place, "pgstow-test");
        made.add(directory);
        try (DeviceProbe.Session session = probe.open(directory, SIZE)) {
            assertThat(directory).isEmptyDirectory();
            assertThat(openTestFiles()).isNotEmpty();
            for (Step step : Step.ALL) {
                PatternResult result = session.measure(step, Duration.ofMillis(50));

                assertThat(result.pattern()).isEqualTo(step.pattern());
                assertThat(result.depth()).isEqualTo(step.depth());
                assertThat(result.mean()).isBetween(1e-7, 5d);
                assertThat(result.p50()).isBetween(1e-7, result.p95());
                assertThat(result.p95()).isLessThanOrEqualTo(result.p99());
                assertThat(openTestFiles())
                        .allSatisfy(file -> assertThat(Files.size(file)).isLessThanOrEqualTo(SIZE.bytes()));
            }
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void what_was_written_before_the_appends_fills_three_quarters() throws IOException {
        try (DeviceProbe.Session session = probe.open(disk, SIZE)) {
            assertThat(session).isNotNull();
            assertThat(openTestFiles())
                    .allSatisfy(file -> assertThat(Files.size(file)).isEqualTo(12L << 20));
        }
    }

    @Test
    void only_directories_are_measured() {
        refused(() -> probe.check(Path.of("/dev/null"), SIZE), ErrorCode.REFUSED, "'/dev/null' is not a directory");
        refused(
                () -> probe.open(Path.of("/no/such/place"), SIZE),
                ErrorCode.REFUSED,
                "no directory '/no/such/place' on this machine");
    }

    @Test
    void a_directory_that_cannot_be_written_is_refused_with_what_to_do() {
        // not even root may make files there
        refused(
                () -> probe.check(Path.of("/proc/sys/kernel"), SIZE),
                ErrorCode.NOT_PERMITTED,
                "not permitted to write to '/proc/sys/kernel'");
        assertThatThrownBy(() -> probe.check(Path.of("/proc/sys/kernel"), SIZE))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.hint()).contains("sudo -u postgres"));
    }

    @Test
    void twice_the_file_and_five_percent_must_be_free() throws IOException {
        long usable = Files.getFileStore(disk).getUsableSpace();

        assertThatThrownBy(() -> probe.open(disk, new ByteSize(usable / 2)))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SPACE))
                .hasMessageContaining("twice its size, and 5 % of the file system");
        assertThat(disk).isEmptyDirectory();
    }

    @Test
    void only_what_a_dead_process_left_is_removed() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        Files.createFile(disk.resolve("pgsql_tmp_pgstow." + dead.pid()));
        Files.createFile(
                disk.resolve("pgsql_tmp_pgstow." + ProcessHandle.current().pid()));
        Files.createFile(disk.resolve("pgsql_tmp_pgstow.1"));
        Files.createFile(disk.resolve("pgsql_tmp_pgstow.notes"));
        Files.createFile(disk.resolve("pgsql_tmp" + dead.pid() + ".0"));
        Files.createSymbolicLink(disk.resolve("pgsql_tmp_pgstow.0" + dead.pid()), disk.resolve("pgsql_tmp_pgstow.1"));

        probe.open(disk, SIZE).close();

        try (Stream<Path> files = Files.list(disk)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "pgsql_tmp_pgstow.1",
                            "pgsql_tmp_pgstow.notes",
                            "pgsql_tmp" + dead.pid() + ".0",
                            "pgsql_tmp_pgstow.0" + dead.pid());
        }
    }

    private static void refused(ThrowingCallable call, ErrorCode code, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessage(message);
    }

    /** Test files that this process holds open, by the links in {@code /proc}. */
    private static List<Path> openTestFiles() throws IOException {
        List<Path> open = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                if (Files.isSymbolicLink(descriptor)
                        && Files.exists(descriptor, java.nio.file.LinkOption.NOFOLLOW_LINKS)
                        && target(descriptor).contains("pgsql_tmp_pgstow")) {
                    open.add(descriptor);
                }
            }
        }
        return open;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
