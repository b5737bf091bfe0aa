package dev.pgstow.cli;

import dev.pgstow.collect.Collector;
import dev.pgstow.collect.SnapshotSink;
import dev.pgstow.files.JsonText;
import dev.pgstow.files.SnapshotFile;
import dev.pgstow.model.Activity;
import dev.pgstow.model.Snapshot;
import dev.pgstow.postgres.Connector;
import dev.pgstow.postgres.PostgresCatalogReader;
import dev.pgstow.report.ActivityTable;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code pgstow collect}: snapshots into a file, and what happened between them on the terminal. */
@Command(
        name = "collect",
        description =
                "Records what the workload does to every table and index of the cluster. Reads the catalog and the"
                        + " statistics views only; needs pg_monitor and CONNECT.")
final class CollectCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = {"-o", "--snapshots"},
            paramLabel = "FILE",
            defaultValue = "activity.snap",
            description = "file that the snapshots are appended to (default: ${DEFAULT-VALUE})")
    private Path file = Path.of("activity.snap");

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            defaultValue = "5m",
            converter = DurationConverter.class,
            description = "time between two snapshots (default: ${DEFAULT-VALUE})")
    private Duration every = Duration.ofMinutes(5);

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = "how long to collect; Ctrl-C ends it earlier and loses nothing (default: ${DEFAULT-VALUE})")
    private Duration total = Duration.ofHours(24);

    @Option(
            names = "--standby",
            paramLabel = "CONNINFO",
            description = "a standby whose reads count too, as a conninfo string or URI; repeatable")
    private List<String> standbys = List.of();

    @Option(
            names = "--top",
            paramLabel = "N",
            defaultValue = "15",
            description = "relations to show (default: ${DEFAULT-VALUE})")
    private int top = 15;

    @Option(names = "--detail", description = "show every partition, not only sums by partitioned table")
    private boolean detail;

    CollectCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (every.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new ParameterException(
                    new CommandLine(this), "--every '" + every.toMillis() + "ms' is shorter than 1s");
        }
        if (top < 0) {
            throw new ParameterException(new CommandLine(this), "--top '" + top + "' is below 0");
        }
        giveBackMemory();
        Connector primary = connection.connector();
        List<Connector> others = standbys.stream().map(connection::likewise).toList();
        try (PostgresCatalogReader reader = new PostgresCatalogReader(primary, others, LocalMachine.of(primary));
                SnapshotFile snapshots = new SnapshotFile(file);
                Stop stop = new Stop(Duration.ofSeconds(30), () -> {})) {
            SnapshotSink sink = snapshot -> {
                giveBackMemory();
                snapshots.append(snapshot);
            };
            show(new Collector(reader, sink, Clock.systemUTC(), stop::pause, new Progress()).collect(every, total));
            return 0;
        }
    }

    /**
     * Java fills a 64th of the machine's memory before it collects anything, and up to a quarter before it collects what is old; a
     * collection now and then lets the heap be as large as it must.
     */
    private static void giveBackMemory() {
        System.gc();
    }

    private final class Progress implements Collector.Progress {
        @Override
        public void taken(Snapshot snapshot) {
            console.note(String.format(
                    Locale.ROOT,
                    "%s  snapshot of %,d relations in %d database(s), %.1f busy session(s)",
                    snapshot.takenAt().truncatedTo(ChronoUnit.SECONDS),
                    snapshot.relations().size(),
                    snapshot.databases().size(),
                    snapshot.sessions().busy()));
            giveBackMemory();
        }

        @Override
        public void serverAway(String why) {
            console.warn(why + "; waiting for it to come back");
        }
    }

    private void show(Activity activity) {
        if (output.json()) {
            console.print(JsonText.of(activity));
            return;
        }
        ActivityTable.lines(activity, top, detail).forEach(console::print);
        activity.notes().forEach(console::warn);
        console.print("snapshots: " + file);
    }
}
