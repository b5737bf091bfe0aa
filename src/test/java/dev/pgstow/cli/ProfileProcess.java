package dev.pgstow.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged program at {@code profile --dir tier=DIRECTORY}, run through another program, such as one that changes the user. */
final class ProfileProcess {
    private static final List<String> QUICK_START = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    /** How it ended, and what it and the program before it printed. */
    record Ended(int status, String text) {}

    private ProfileProcess() {}

    static Process start(List<String> before, Path jar, Path measured, Path file, String... options)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(QUICK_START);
        command.addAll(List.of("-jar", jar.toString(), "profile", "--dir", "tier=" + measured, "-o", file.toString()));
        command.addAll(Arrays.asList(options));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    static Ended run(List<String> before, Path jar, Path measured, Path file, String... options)
            throws IOException, InterruptedException {
        Process process = start(before, jar, measured, file, options);
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), text);
    }

    static Path jar() {
        return Path.of(System.getProperty("pgstow.jar"));
    }
}
