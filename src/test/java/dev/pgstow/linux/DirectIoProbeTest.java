package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Place;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
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
    private static final TimeLimit SHORT = new TimeLimit(Duration.ofMillis(50), Duration.ofMillis(50));

    private final DirectIoProbe probe = new DirectIoProbe("test", null);
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
        try (DeviceProbe.Session session = probe.open(place(directory), SIZE)) {
            assertThat(directory).isEmptyDirectory();
            assertThat(openTestFiles()).isNotEmpty();
            for (Step step : Step.all(true)) {
                List<PatternResult> results = session.measure(step, SHORT);

                assertThat(results).extracting(PatternResult::pattern).isEqualTo(step.patterns());
                assertThat(results).allSatisfy(result -> {
                    assertThat(result.depth()).isEqualTo(step.depth());
                    assertThat(result.mean()).isBetween(1e-7, 5d);
                    assertThat(result.latency().p50())
                            .isBetween(1e-7, result.latency().p95());
                    assertThat(result.latency().p95())
                            .isLessThanOrEqualTo(result.latency().p99());
                });
                assertThat(sizeOf(openTestFiles())).isLessThanOrEqualTo(SIZE.bytes());
            }
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void nine_files_are_filled_with_what_no_layer_can_compress() throws IOException {
        try (DeviceProbe.Session session = probe.open(place(disk), SIZE)) {
            assertThat(session).isNotNull();
            List<Path> filled = new ArrayList<>();
            for (Path file : openTestFiles()) {
                if (Files.size(file) > 0) {
                    filled.add(file);
                }
            }
            assertThat(filled).hasSize(18); // each is open twice
            assertThat(filled)
                    .allSatisfy(file ->
                            assertThat(deflated(Files.readAllBytes(file))).isGreaterThan(Files.size(file) * 99 / 100));
        }
    }

    @Test
    void only_directories_are_measured() {
        refused(
                () -> probe.check(place(Path.of("/dev/null")), SIZE),
                ErrorCode.REFUSED,
                "'/dev/null' is a character device, not a directory");
        refused(
                () -> probe.open(place(Path.of("/no/such/place")), SIZE),
                ErrorCode.REFUSED,
                "no directory '/no/such/place' on this machine");
    }

    @Test
    void a_directory_that_cannot_be_written_is_refused_with_what_to_do() {
        // not even root may make files there
        refused(
                () -> probe.check(place(Path.of("/proc/sys/kernel")), SIZE),
                ErrorCode.NOT_PERMITTED,
                "not permitted to write to '/proc/sys/kernel'");
        assertThatThrownBy(() -> probe.check(place(Path.of("/proc/sys/kernel")), SIZE))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.hint()).contains("sudo -u postgres"));
    }

    @Test
    void twice_the_file_and_five_percent_must_be_free() throws IOException {
        long usable = Files.getFileStore(disk).getUsableSpace();

        assertThatThrownBy(() -> probe.open(place(disk), new ByteSize(usable / 2)))
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

        probe.open(place(disk), SIZE).close();

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

    @Test
    void a_link_where_a_test_file_would_be_is_not_followed_out_of_the_tier() throws IOException {
        Path outside = Files.writeString(disk.resolve("precious"), "data");
        Path tier = Files.createDirectory(disk.resolve("tier"));
        long pid = ProcessHandle.current().pid();
        Path link = Files.createSymbolicLink(tier.resolve("pgsql_tmp_pgstow." + pid + ".0"), outside);

        assertThatThrownBy(() -> probe.open(place(tier), SIZE))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));

        assertThat(outside).hasContent("data");
        assertThat(tier).isDirectoryContaining(path -> path.equals(link));
    }

    @Test
    void a_directory_behind_a_link_gets_the_test_files_where_it_really_is() throws IOException {
        Path real = Files.createDirectory(disk.resolve("real"));
        Path link = Files.createSymbolicLink(disk.resolve("link"), real);

        try (DeviceProbe.Session session = probe.open(place(link), SIZE)) {
            assertThat(session).isNotNull();
            for (Path file : openTestFiles()) {
                assertThat(target(file)).startsWith(real.toRealPath() + "/");
            }
        }
        assertThat(real).isEmptyDirectory();
    }

    @Test
    void the_size_that_fits_leaves_what_a_check_asks_for() throws IOException {
        ByteSize fitting = DirectIoProbe.fitting(List.of(place(disk)), new ByteSize(Long.MAX_VALUE / 4));

        long free = Files.getFileStore(disk).getUsableSpace();
        long all = Files.getFileStore(disk).getTotalSpace();
        assertThat(fitting.bytes()).isCloseTo((free - all / 20) / 2, org.assertj.core.api.Assertions.within(1L << 30));
        assertThat(DirectIoProbe.fitting(List.of(place(disk)), SIZE)).isEqualTo(SIZE);
    }

    @Test
    void a_full_file_system_is_left_to_the_check() {
        assertThat(new FreeSpace(ByteSize.ofMiB(100), ByteSize.ofMiB(100)).largestFile())
                .isEqualTo(ByteSize.ofMiB(47));
        assertThat(new FreeSpace(ByteSize.ofMiB(100), ByteSize.ofMiB(100)).neededFor(ByteSize.ofMiB(47)))
                .isEqualTo(ByteSize.ofMiB(99));
        assertThat(new FreeSpace(ByteSize.ofMiB(4), ByteSize.ofMiB(100)).largestFile())
                .isEqualTo(ByteSize.ZERO);
    }

    private static Place place(Path directory) {
        return new Place("tier", false, directory, ByteSize.ZERO);
    }

    /** All of them are open twice. */
    private static long sizeOf(List<Path> files) throws IOException {
        long size = 0;
        for (Path file : files) {
            size += Files.size(file);
        }
        return size / 2;
    }

    private static long deflated(byte[] data) {
        java.util.zip.Deflater deflater = new java.util.zip.Deflater();
        deflater.setInput(data);
        deflater.finish();
        byte[] part = new byte[1 << 16];
        while (!deflater.finished()) {
            deflater.deflate(part);
        }
        long size = deflater.getBytesWritten();
        deflater.end();
        return size;
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
