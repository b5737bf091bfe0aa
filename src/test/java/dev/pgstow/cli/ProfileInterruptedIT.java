package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged program is ended from outside, in every way there is, while its test file exists. */
class ProfileInterruptedIT {
    @TempDir
    private Path directory;

    private Path measured;
    private Path file;

    @BeforeEach
    void make_the_directory() throws IOException {
        measured = Files.createDirectory(directory.resolve("measured"));
        file = directory.resolve("tiers.yaml");
    }

    @ParameterizedTest
    @CsvSource({"TERM, 15", "INT, 2"})
    void a_profile_that_is_told_to_end_leaves_nothing(String signal, int number) throws Exception {
        Process profile = measuring();

        new ProcessBuilder("kill", "-" + signal, Long.toString(profile.pid()))
                .start()
                .waitFor();

        assertThat(ended(profile)).isEqualTo(128 + number);
        assertThat(measured).isEmptyDirectory();
        assertThat(file).doesNotExist();
    }

    @Test
    void a_killed_profile_leaves_nothing() throws Exception {
        Process profile = measuring();

        profile.destroyForcibly();

        assertThat(ended(profile)).isEqualTo(128 + 9);
        assertThat(measured).isEmptyDirectory();
        assertThat(file).doesNotExist();
    }

    @Test
    void a_device_that_fails_in_the_middle_leaves_nothing() throws Exception {
        // files of at most 2 MiB: the kernel refuses to write on (EFBIG), as it would on a broken disk
        Process profile = start("ulimit -f 2048; ");

        String errors = new String(profile.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(ended(profile)).isEqualTo(4);
        assertThat(errors).contains("pgstow: error (unsupported): cannot measure '" + measured + "': File too large");
        assertThat(measured).isEmptyDirectory();
        assertThat(file).doesNotExist();
    }

    /** A running profile whose test file has been seen open. */
    private Process measuring() throws Exception {
        Process profile = start("");
        BufferedReader progress = profile.errorReader(StandardCharsets.UTF_8);
        String line = progress.readLine();
        while (line != null && !line.contains("random read 8 KiB, depth 4:")) {
            line = progress.readLine();
        }
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + profile.pid() + "/fd"))) {
            assertThat(descriptors.map(ProfileInterruptedIT::target))
                    .anySatisfy(target -> assertThat(target)
                            .startsWith(measured.resolve("pgsql_tmp_pgstow.").toString())
                            .endsWith(" (deleted)"));
        }
        return profile;
    }

    private Process start(String before) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ProcessBuilder(
                        "sh",
                        "-c",
                        before + "exec \"$@\"",
                        "sh",
                        java,
                        "-jar",
                        System.getProperty("pgstow.jar"),
                        "profile",
                        "--dir",
                        "tier=" + measured,
                        "--size",
                        "32MiB",
                        "-o",
                        file.toString())
                .start();
    }

    private static int ended(Process process) throws InterruptedException {
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
