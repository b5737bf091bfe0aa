package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.File;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The pgbench program of this machine.
 *
 * @param version as it calls itself, such as {@code 15.18}
 */
public record PgbenchProgram(Path path, String version) {
    private static final Pattern VERSION = Pattern.compile("pgbench \\(PostgreSQL\\) (([0-9]+)\\S*).*", Pattern.DOTALL);

    /** What a program left behind. */
    record Output(int exitStatus, String out, String error) {}

    /**
     * Finds the program.
     *
     * @param given by the user, or null
     * @param searchPath the directories to search otherwise, as in PATH
     * @throws PgstowException (usage) when the given one does not work, (unsupported) when there is none
     */
    public static PgbenchProgram find(@Nullable Path given, String searchPath) {
        Path path = given != null ? given.toAbsolutePath() : search(searchPath);
        try (PgbenchDirectory directory = PgbenchDirectory.create()) {
            Output output = new PgbenchProgram(path, "").run(List.of("--version"), directory, environment -> {});
            Matcher matcher = VERSION.matcher(output.out());
            if (output.exitStatus() == 0 && matcher.matches()) {
                return new PgbenchProgram(path, matcher.group(1));
            }
            throw unusable(
                    path,
                    output.error().isBlank()
                            ? output.out().strip()
                            : output.error().strip());
        } catch (UncheckedIOException e) {
            throw unusable(path, String.valueOf(e.getMessage()));
        }
    }

    private static Path search(String searchPath) {
        for (String directory : searchPath.split(File.pathSeparator, -1)) {
            Path candidate = Path.of(directory, "pgbench");
            if (!directory.isEmpty() && Files.isExecutable(candidate)) {
                return candidate;
            }
        }
        throw new PgstowException(
                ErrorCode.UNSUPPORTED,
                "there is no pgbench on the PATH",
                "It comes with PostgreSQL's server packages (Debian: postgresql-NN, RPM: postgresqlNN-contrib);"
                        + " name it with --pgbench PATH, or use --workload, which needs no program.");
    }

    private static PgstowException unusable(Path path, String why) {
        return new PgstowException(
                ErrorCode.USAGE,
                "'" + path + "' is no pgbench that works: " + why,
                "Name another with --pgbench PATH.");
    }

    boolean atLeast(int major) {
        Matcher matcher = Pattern.compile("([0-9]+).*").matcher(version);
        return matcher.matches() && Integer.parseInt(matcher.group(1)) >= major;
    }

    /** Runs it in a directory, with its environment changed, and waits. */
    Output run(List<String> arguments, PgbenchDirectory directory, Consumer<Map<String, String>> environment) {
        List<String> command = new ArrayList<>(List.of(path.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        environment.accept(builder.environment());
        // the summary and the messages are read by their English words
        builder.environment().put("LC_ALL", "C");
        builder.environment().remove("LANGUAGE");
        return directory.run(builder);
    }
}
