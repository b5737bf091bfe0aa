package dev.pgstow.postgres;

import dev.pgstow.verify.PgbenchScripts.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where pgbench works for one run: holds its scripts, character by character as their authors wrote them and under their own
 * names, and takes its logs. It is removed at the end, also when the program is ended from outside.
 */
final class PgbenchDirectory implements AutoCloseable {
    private final Path path;
    private final Thread remover = new Thread(this::remove);
    private volatile @Nullable Process process;

    private PgbenchDirectory(Path path) {
        this.path = path;
        Runtime.getRuntime().addShutdownHook(remover);
    }

    static PgbenchDirectory create() {
        try {
            return new PgbenchDirectory(Files.createTempDirectory("pgstow-pgbench-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path path() {
        return path;
    }

    /** Writes the scripts that are not built in and returns the arguments that name all of them with their weights. */
    List<String> arguments(List<Script> scripts) {
        List<String> arguments = new ArrayList<>();
        for (Script script : scripts) {
            arguments.add(script.builtin() ? "-b" : "-f");
            arguments.add((script.builtin() ? script.name() : write(script)) + "@" + script.weight());
        }
        return arguments;
    }

    private String write(Script script) {
        try {
            Path file = path.resolve(script.name());
            for (int i = 2; Files.exists(file); i++) {
                file = path.resolve(i + "-" + script.name());
            }
            Files.writeString(file, script.text());
            return file.getFileName().toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a program here and waits for its end. */
    PgbenchProgram.Output run(ProcessBuilder builder) {
        Path out = path.resolve(".stdout");
        Path error = path.resolve(".stderr");
        try {
            Process started = builder.directory(path.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(error.toFile())
                    .start();
            process = started;
            int status = started.waitFor();
            return new PgbenchProgram.Output(status, Files.readString(out), Files.readString(error));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw WorkloadFailure.interrupted();
        }
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(remover);
        } catch (IllegalStateException e) {
            // the program is ending, and the hook removes the directory
            return;
        }
        remove();
    }

    /** The program that still writes here, if one does, goes first. */
    private void remove() {
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
            process.onExit().join();
        }
        try (Stream<Path> entries = Files.walk(path)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(entry);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
