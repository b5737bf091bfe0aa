package dev.pgstow.cli;

import dev.pgstow.demo.ThrowawayServer;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.postgres.ConnectionSettings;
import dev.pgstow.postgres.Connector;
import dev.pgstow.postgres.SampleShop;
import dev.pgstow.verify.Verdict;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** One run of the demo: server, load, the loop's commands as a user would type them, the result, and the clean-up. */
final class DemoRun {
    private static final List<String> LOAD = List.of("-c", "2", "-T", "4", "--warmup", "3");

    private final Console console;
    private final DemoFiles files;
    private final @Nullable Path disk;
    private final Path memory;
    private final boolean keep;
    private final int products;

    DemoRun(Console console, DemoFiles files, @Nullable Path disk, Path memory, boolean keep, int products) {
        this.console = console;
        this.files = files;
        this.disk = disk;
        this.memory = memory;
        this.keep = keep;
        this.products = products;
    }

    int run() {
        boolean filesAreNew = !Files.exists(files.directory());
        DemoPlaces places = DemoPlaces.make(disk, memory);
        ThrowawayServer server = new ThrowawayServer(places.server());
        Thread worker = Thread.currentThread();
        // a stopped server makes whatever command is at work end at once
        try (Stop stop = new Stop(Duration.ofMinutes(1), () -> interrupt(server, worker))) {
            try {
                return loop(places, server);
            } catch (RuntimeException e) {
                if (!stop.requested()) {
                    throw e;
                }
                return ErrorReport.INTERRUPTED;
            } finally {
                if (!keep || stop.requested()) {
                    server.stop();
                    places.remove();
                }
                if (stop.requested() && filesAreNew) {
                    DemoPlaces.removeTree(files.directory());
                }
            }
        }
    }

    private static void interrupt(ThrowawayServer server, Thread worker) {
        worker.interrupt();
        server.stop();
    }

    private int loop(DemoPlaces places, ThrowawayServer server) {
        files.prepare(products);
        say("# a throw-away PostgreSQL 18 in " + places.server());
        int port = server.start(settings(places.directIo()));
        Connector maintenance = connector(port, "postgres");
        SampleShop shop = new SampleShop(maintenance);
        shop.createTablespace("volume", places.volume());
        shop.createTablespace("fast", places.fast());
        say(String.format("# loading %,d products into tablespace 'volume'", products));
        shop.load("volume", products);
        say(
                places.directIo()
                        ? "# the server reads with direct I/O: 'volume' is the disk, 'fast' is memory that stands in for a local NVMe"
                        : "# no direct I/O here: the kernel's page cache hides the disk, so expect little from the fast tier");

        DemoResult result = new DemoResult(connector(port, SampleShop.DATABASE));
        List<String> connection =
                List.of("-h", "localhost", "-p", "" + port, "-U", "postgres", "-d", SampleShop.DATABASE);
        step(
                "profile",
                connection,
                "--tablespace",
                "volume",
                "--tablespace",
                "fast",
                "--stand-in",
                "fast",
                "--size",
                "64MiB",
                "-o",
                files.path("tiers.yaml"));
        CompletableFuture<Void> collect =
                inBackground("collect", connection, "--every", "5s", "--for", "20s", "-o", files.path("activity.snap"));
        step(
                "verify",
                connection,
                with(LOAD, "--baseline", "--workload", files.path("workload.yaml"), "-o", files.path("baseline.yaml")));
        collect.join();
        result.before();
        step(
                "advise",
                List.of(),
                "--tiers",
                files.path("tiers.yaml"),
                "--snapshots",
                files.path("activity.snap"),
                "--baseline",
                files.path("baseline.yaml"),
                "--capacity",
                files.fastTier() + "=" + result.roomForIndexes(),
                "-o",
                files.path("plan.yaml"));
        step("migrate", connection, files.path("plan.yaml"), "--tiers", files.path("tiers.yaml"), "--execute");
        result.after();
        CommandLine commandLine = Pgstow.commandLine(console);
        int status = pgstow(
                commandLine,
                command(
                        "verify",
                        connection,
                        "--against",
                        files.path("baseline.yaml"),
                        "--plan",
                        files.path("plan.yaml"),
                        "-o",
                        files.path("verdict.yaml")));
        VerifyCommand verify = Objects.requireNonNull(
                        commandLine.getSubcommands().get("verify"), "verify")
                .getCommand();
        Verdict verdict = verify.verdict();
        if (verdict != null) {
            say("# the result");
            result.lines(verdict, files.directory()).forEach(console::print);
        }
        if (keep) {
            keepNotice(places, port);
        }
        return status;
    }

    private Map<String, String> settings(boolean directIo) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "shared_buffers", "8MB",
                "max_connections", "50",
                "max_wal_size", "2GB",
                "track_io_timing", "on",
                "fsync", "on",
                "synchronous_commit", "on",
                "jit", "off"));
        if (directIo) {
            settings.put("debug_io_direct", "data");
        }
        return settings;
    }

    private static Connector connector(int port, String database) {
        return new Connector(new ConnectionSettings("localhost", port, "postgres", database, null, Map.of()));
    }

    private void step(String name, List<String> connection, String... options) {
        int status = pgstow(Pgstow.commandLine(console), command(name, connection, options));
        if (status != 0) {
            throw new PgstowException(
                    ErrorCode.MOVES_FAILED,
                    "the demo stopped because 'pgstow " + name + "' ended with status " + status,
                    "What it says above tells why.");
        }
    }

    private CompletableFuture<Void> inBackground(String name, List<String> connection, String... options) {
        say("$ pgstow " + String.join(" ", command(name, connection, options)) + " &");
        return CompletableFuture.runAsync(() -> {
            int status = Pgstow.commandLine(console)
                    .execute(command(name, connection, options).toArray(String[]::new));
            if (status != 0) {
                throw new PgstowException(
                        ErrorCode.MOVES_FAILED, "'pgstow " + name + "' ended with status " + status, "");
            }
        });
    }

    private int pgstow(CommandLine commandLine, List<String> command) {
        say("$ pgstow " + String.join(" ", command));
        return commandLine.execute(command.toArray(String[]::new));
    }

    private static List<String> command(String name, List<String> connection, String... options) {
        List<String> command = new ArrayList<>(List.of(name));
        command.addAll(connection);
        command.addAll(Arrays.asList(options));
        return command;
    }

    private static String[] with(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(Arrays.asList(more));
        return all.toArray(String[]::new);
    }

    private void say(String line) {
        console.print("");
        console.print(line);
    }

    private void keepNotice(DemoPlaces places, int port) {
        say("The server goes on: psql -h localhost -p " + port + " -U postgres " + SampleShop.DATABASE);
        console.print("Stop and remove it: kill -INT $(head -1 " + places.server() + "/data/postmaster.pid); rm -r "
                + places.server() + " " + places.fast());
    }
}
