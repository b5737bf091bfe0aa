package dev.pgstow.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The packaged program, run in a JVM of its own, as a user runs it. */
public record Program(int exitStatus, String out, String err) {
    /**
     * Runs {@code java OPTIONS -jar pgstow.jar ARGUMENTS} to its end, for a minute at most.
     *
     * @param environment is added to that of this process, from which libpq's variables are removed
     */
    public static Program run(List<String> javaOptions, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(javaOptions);
        command.addAll(List.of("-jar", System.getProperty("pgstow.jar", "target/pgstow.jar")));
        command.addAll(List.of(arguments));
        try {
            Path out = Files.createTempFile("pgstow", ".out");
            Path err = Files.createTempFile("pgstow", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(1, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException("still running: " + command);
            }
            Program program = new Program(process.exitValue(), read(out), read(err));
            Files.delete(out);
            Files.delete(err);
            return program;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
