package dev.pgstow.demo;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * A PostgreSQL 18 from the binaries in the jar, with all that belongs to it below one directory, for any user or root. It
 * outlives this process until it is stopped.
 */
public final class ThrowawayServer {
    private final Path directory;

    /** Names the directory to use; it must exist and nothing else may be kept in it. */
    public ThrowawayServer(Path directory) {
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    /**
     * Makes the cluster and starts it.
     *
     * @return its port on localhost; the superuser is {@code postgres} and needs no password
     * @throws PgstowException (unsupported) in the words of initdb or the server
     */
    public int start(Map<String, String> settings) {
        // where the library unpacks and looks for leftovers of its own; its default is outside our directory
        System.setProperty("ot.epg.working-dir", directory.resolve("work").toString());
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(directory.resolve("binaries").toFile())
                .setDataDirectory(dataDirectory())
                .setCleanDataDirectory(true)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("unix_socket_directories", directory.toString());
        settings.forEach(builder::setServerConfig);
        try {
            return builder.start().getPort();
        } catch (IOException | RuntimeException | ExceptionInInitializerError e) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "cannot start a throw-away server in '" + directory + "': " + rootCause(e),
                    "Run again with PGSTOW_LOG=info to see what initdb and the server say. As root it needs 'unshare' from"
                            + " util-linux and user namespaces; another user needs neither.",
                    e);
        }
    }

    public Path dataDirectory() {
        return directory.resolve("data");
    }

    /**
     * Stops the server, if one runs in the directory: fast, and harder when that takes too long. The process id file is the
     * truth, so this works for a server whose start was interrupted too.
     */
    public synchronized void stop() {
        // join, unlike get, is not cut short by an interrupt: a server that is killed leaves its shared memory behind
        for (String signal : List.of("-INT", "-QUIT", "-KILL")) {
            Optional<ProcessHandle> server = postmaster();
            if (server.isEmpty()) {
                return;
            }
            try {
                new ProcessBuilder("kill", signal, Long.toString(server.get().pid()))
                        .start()
                        .onExit()
                        .join();
                server.get().onExit().orTimeout(10, TimeUnit.SECONDS).join();
            } catch (IOException | CompletionException e) {
                // the next signal is stronger
            }
        }
    }

    private Optional<ProcessHandle> postmaster() {
        try {
            String first = Files.readAllLines(dataDirectory().resolve("postmaster.pid"))
                    .get(0);
            return ProcessHandle.of(Long.parseLong(first.strip())).filter(ProcessHandle::isAlive);
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private static String rootCause(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return Objects.requireNonNullElse(cause.getMessage(), cause.toString());
    }
}
