package dev.pgstow.linux;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/** Runs fio and makes sure that it does not outlive this process, unless that is killed; then it ends with its runtime. */
final class FioProgram {
    /**
     * Runs it to its end.
     *
     * @return what it printed
     * @throws IOException when it cannot be started or fails, with its own words
     */
    String run(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("fio"));
        command.addAll(arguments);
        Path errors = Files.createTempFile("pgstow", ".err");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(errors.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .start();
            Thread end = new Thread(process::destroyForcibly);
            Runtime.getRuntime().addShutdownHook(end);
            try {
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int status = process.waitFor();
                if (status != 0) {
                    throw new IOException("fio ended with status " + status + ": " + lastLine(errors, output));
                }
                return output;
            } finally {
                process.destroyForcibly();
                forget(end);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while measuring");
        } finally {
            Files.deleteIfExists(errors);
        }
    }

    private static void forget(Thread end) {
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException e) {
            // the process ends anyway
        }
    }

    private static String lastLine(Path errors, String output) throws IOException {
        String text = Files.readString(errors).isBlank() ? output : Files.readString(errors);
        List<String> lines =
                text.lines().filter(line -> !line.isBlank()).map(String::strip).toList();
        return lines.isEmpty() ? "no message" : lines.get(lines.size() - 1);
    }
}
