package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program is killed again and again, from before it makes its test files until it measures with them. */
class ProfileKillIT {
    private static final int KILLS = 20;
    private static final long MEASURING_MILLISECONDS = 500;

    @TempDir
    private Path directory;

    @Test
    void after_twenty_kills_at_random_moments_and_a_run_to_its_end_no_file_is_left() throws Exception {
        Path measured = Files.createDirectory(directory.resolve("measured"));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        long begin = timeToBegin(measured);
        int begun = 0;
        for (int kill = 1; kill < KILLS; kill++) {
            Process profile = start(measured);
            long wait = begin / 2 + random.nextLong(begin / 2 + MEASURING_MILLISECONDS);
            if (profile.waitFor(wait, TimeUnit.MILLISECONDS)) {
                break; // far faster than before: a short run ended by itself
            }
            String printed = killed(profile);
            begun += printed.contains("measuring tier") ? 1 : 0;
        }

        ProfileProcess.Ended ended = ProfileProcess.run(
                List.of(),
                ProfileProcess.jar(),
                measured,
                directory.resolve("tiers.yaml"),
                "--size",
                "16MiB",
                "--time",
                "0.1s");

        assertThat(ended.status()).as("seed %d: %s", seed, ended.text()).isZero();
        assertThat(measured).as("seed %d", seed).isEmptyDirectory();
        assertThat(begun).as("kills of runs that had begun, seed %d", seed).isPositive();
    }

    /** In milliseconds, until a run says that it measures; it is killed then. */
    private long timeToBegin(Path measured) throws Exception {
        long since = System.nanoTime();
        Process profile = start(measured);
        BufferedReader progress = profile.inputReader(StandardCharsets.UTF_8);
        String line = progress.readLine();
        while (line != null && !line.startsWith("measuring tier")) {
            line = progress.readLine(); // a busy device is warned of before
        }
        assertThat(line).isNotNull();
        long milliseconds = (System.nanoTime() - since) / 1_000_000;
        profile.destroyForcibly().waitFor();
        return milliseconds;
    }

    private static String killed(Process profile) throws Exception {
        // Process.destroyForcibly() would close the pipe that holds what it printed
        profile.toHandle().destroyForcibly();
        assertThat(profile.waitFor()).isEqualTo(128 + 9);
        return new String(profile.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Process start(Path measured) throws Exception {
        return ProfileProcess.start(
                List.of(), ProfileProcess.jar(), measured, directory.resolve("killed.yaml"), "--size", "16MiB");
    }
}
