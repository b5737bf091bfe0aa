package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program on a file system of 100 MiB, which only a mount namespace of its own sees. */
class ProfileSmallDiskIT {
    private static final long MIB = 1L << 20;
    /** Watches the free space while the program runs, and lists what is left when it ended. */
    private static final String SCRIPT = """
            mount -t tmpfs -o size=100m pgstow "$0" || exit 99
            while df --output=avail -B1 "$0" | tail -1; do sleep 0.05; done > "$0.free" &
            watcher=$!
            "$@"
            status=$?
            kill $watcher
            ls -A "$0" > "$0.left"
            exit $status""";

    @TempDir
    private Path directory;

    private Path measured;
    private List<String> onSmallDisk;

    @BeforeEach
    void find_a_way_to_mount() throws Exception {
        measured = Files.createDirectory(directory.resolve("measured"));
        Optional<List<String>> way = Stream.of(
                        List.of("unshare", "--mount"), List.of("unshare", "--map-root-user", "--mount"))
                .filter(this::mounts)
                .findFirst();
        if (way.isEmpty()) {
            System.err.println("no mount namespaces here: nothing was tried on a small file system");
        }
        Assumptions.assumeTrue(way.isPresent(), "a machine without mount namespaces");
        onSmallDisk = Stream.concat(way.orElseThrow().stream(), Stream.of("sh", "-c", SCRIPT, measured.toString()))
                .toList();
    }

    @Test
    void without_a_size_the_test_file_leaves_its_reserve() throws Exception {
        ProfileProcess.Ended ended = run("--time", "0.1s");

        assertThat(ended.status()).as(ended.text()).isZero();
        assertThat(ended.text()).contains("measuring with test files of 47 MiB: more would leave too little room");
        assertThat(Path.of(measured + ".left")).isEmptyFile();
        long least = Files.readAllLines(Path.of(measured + ".free")).stream()
                .mapToLong(line -> Long.parseLong(line.strip()))
                .min()
                .orElseThrow();
        assertThat(least).isBetween(52 * MIB, 90 * MIB);
    }

    @Test
    void a_size_that_somebody_asked_for_is_refused_when_it_does_not_fit() throws Exception {
        ProfileProcess.Ended ended = run("--size", "64MiB");

        assertThat(ended.status()).isEqualTo(5);
        assertThat(ended.text())
                .startsWith("pgstow: error (no-space): '" + measured
                        + "' has 100 MiB free; a test file of 64 MiB needs 133 MiB")
                .contains("--size 16MiB");
        assertThat(Path.of(measured + ".left")).isEmptyFile();
    }

    private ProfileProcess.Ended run(String... options) throws IOException, InterruptedException {
        return ProfileProcess.run(
                onSmallDisk, ProfileProcess.jar(), measured, directory.resolve("tiers.yaml"), options);
    }

    private boolean mounts(List<String> way) {
        List<String> command = Stream.concat(
                        way.stream(), Stream.of("mount", "-t", "tmpfs", "pgstow", measured.toString()))
                .toList();
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
