package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged demo is interrupted, early in its start-up and later under way, and leaves neither server nor directory. */
class DemoInterruptedIT {
    // not below /tmp, which lies in memory on many machines
    private final Path directory = Path.of("target", "demo-interrupted").toAbsolutePath();

    @BeforeEach
    void begin_with_nothing() throws IOException {
        DemoPlaces.removeTree(directory);
        Files.createDirectories(directory);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# loading", "measuring tier"})
    void an_interrupted_demo_leaves_nothing(String moment) throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "pgstow-test-");
        Path files = directory.resolve("files");
        Path log = directory.resolve("log");
        Process demo = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        System.getProperty("pgstow.jar", "target/pgstow.jar"),
                        "demo",
                        "--directory",
                        disk.toString(),
                        "--memory",
                        memory.toString(),
                        "--files",
                        files.toString(),
                        "--products",
                        "50000")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        await(demo, log, disk, moment);

        new ProcessBuilder("kill", "-INT", Long.toString(demo.pid())).start().waitFor();

        assertThat(demo.waitFor(60, TimeUnit.SECONDS)).as("ended").isTrue();
        assertThat(demo.exitValue()).as(Files.readString(log)).isEqualTo(130);
        assertThat(disk).isEmptyDirectory();
        assertThat(memory).isEmptyDirectory();
        Files.delete(memory);
        assertThat(files).doesNotExist();
        assertThat(processesBelow(directory)).isEmpty();
        assertThat(Files.readString(log)).doesNotContain("Exception", "\tat ");
    }

    /** With no words to wait for: until the server's directory is being filled. */
    private static void await(Process demo, Path log, Path disk, String words) throws Exception {
        for (int i = 0; i < 1200 && demo.isAlive(); i++) {
            boolean there =
                    words.isEmpty() ? unpacked(disk) : Files.readString(log).contains(words);
            if (there) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("the demo did not come to '" + words + "': " + Files.readString(log));
    }

    private static boolean unpacked(Path disk) throws IOException {
        try (Stream<Path> paths = Files.walk(disk, 2)) {
            return paths.anyMatch(path -> path.endsWith("binaries"));
        } catch (java.io.UncheckedIOException e) {
            return false;
        }
    }

    private static List<String> processesBelow(Path directory) {
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(command -> command.contains(directory.toString()))
                .toList();
    }
}
