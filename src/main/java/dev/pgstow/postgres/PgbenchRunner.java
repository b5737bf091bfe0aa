package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.verify.Latency;
import dev.pgstow.verify.PgbenchScripts;
import dev.pgstow.verify.PgbenchScripts.Script;
import dev.pgstow.verify.RunRequest;
import dev.pgstow.verify.RunResult;
import dev.pgstow.verify.WorkloadRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts with the pgbench program, without its vacuum (-n), which would truncate pgbench_history. The password goes
 * through the child's environment only.
 */
public final class PgbenchRunner implements WorkloadRunner {
    /** Up to so many seconds of a run every transaction is logged, of a longer one only a sample. */
    private static final double LOGGED_SECONDS = 60;

    /** pgbench before 12 ended with status 0 although clients had aborted. */
    private static final Pattern ABORTED = Pattern.compile("Run was aborted|client [0-9]+ .*aborted");

    private final PgbenchProgram program;
    private final Connector connector;
    private final String database;
    private final PgbenchScripts workload;
    private final boolean allowWrites;
    private final BlockReads blockReads;

    public PgbenchRunner(
            PgbenchProgram program,
            Connector connector,
            String database,
            PgbenchScripts workload,
            boolean allowWrites) {
        this.program = Objects.requireNonNull(program, "program");
        this.connector = Objects.requireNonNull(connector, "connector");
        this.database = Objects.requireNonNull(database, "database");
        this.workload = Objects.requireNonNull(workload, "workload");
        this.allowWrites = allowWrites;
        this.blockReads = new BlockReads(connector, database);
    }

    @Override
    public String driver() {
        return "pgbench " + program.version();
    }

    /** Runs one transaction of each script. */
    @Override
    public void check() {
        for (Script script : workload.scripts()) {
            if (script.text().startsWith("\ufeff")) {
                throw new PgstowException(
                        ErrorCode.BAD_FILE,
                        "script '" + script.name() + "' begins with a byte-order mark, a syntax error for the server",
                        "Save it as UTF-8 without one.");
            }
            try (PgbenchDirectory directory = PgbenchDirectory.create()) {
                List<String> arguments = new ArrayList<>(List.of("-n", "-c", "1", "-t", "1"));
                arguments.addAll(options());
                arguments.addAll(directory.arguments(List.of(script)));
                PgbenchProgram.Output output = program.run(arguments, directory, this::connect);
                if (invalid(output)) {
                    throw ScriptFailure.of(script.name(), output.error());
                }
            }
        }
        blockReads.settle();
    }

    @Override
    public RunResult run(RunRequest request) {
        try (PgbenchDirectory directory = PgbenchDirectory.create()) {
            List<String> arguments = arguments(request);
            arguments.addAll(directory.arguments(workload.scripts()));
            long readBefore = blockReads.read();
            Instant startedAt = Instant.now();
            PgbenchProgram.Output output = program.run(arguments, directory, this::connect);
            if (invalid(output)) {
                throw new PgstowException(
                        ErrorCode.REFUSED,
                        "the run does not count, pgbench ended it early with status " + output.exitStatus() + ": "
                                + ScriptFailure.message(output.error()),
                        "TPS of an aborted run would be those of a part of the clients only.");
            }
            PgbenchSummary summary = PgbenchSummary.parse(output.out());
            blockReads.settle();
            double read = Math.max(0, blockReads.read() - readBefore);
            long failures = summary.failures().orElse(0);
            return new RunResult(
                    startedAt,
                    Duration.ofNanos(Math.round(summary.transactions() / summary.tps() * 1e9)),
                    summary.tps(),
                    summary.transactions(),
                    failures,
                    latency(summary, PgbenchLog.microseconds(directory.path())),
                    read / (summary.transactions() + failures));
        }
    }

    private List<String> arguments(RunRequest request) {
        long seconds = request.duration().getSeconds();
        List<String> arguments = new ArrayList<>(List.of(
                "-n",
                "-c",
                Integer.toString(request.clients()),
                "-j",
                Integer.toString(request.threads()),
                "-T",
                Long.toString(seconds),
                "--log"));
        if (seconds > LOGGED_SECONDS) {
            arguments.add(String.format(Locale.ROOT, "--sampling-rate=%.4f", LOGGED_SECONDS / seconds));
        }
        if (program.atLeast(11)) {
            arguments.add("--random-seed=" + request.seed());
        }
        arguments.addAll(options());
        return arguments;
    }

    private List<String> options() {
        List<String> options = new ArrayList<>(List.of("-M", workload.protocol().word()));
        new TreeMap<>(workload.variables()).forEach((name, value) -> options.addAll(List.of("-D", name + "=" + value)));
        return options;
    }

    private void connect(Map<String, String> environment) {
        ConnectionSettings settings = connector.settings();
        settings.applyTo(environment);
        environment.put("PGDATABASE", database);
        environment.put("PGAPPNAME", WorkloadSession.APPLICATION_NAME);
        if (!allowWrites) {
            String options = settings.parameters().getOrDefault("options", "");
            environment.put("PGOPTIONS", (options + " -c default_transaction_read_only=on").strip());
        }
    }

    private static boolean invalid(PgbenchProgram.Output output) {
        return output.exitStatus() != 0 || ABORTED.matcher(output.error()).find();
    }

    private static @Nullable Latency latency(PgbenchSummary summary, Histogram logged) {
        if (logged.getTotalCount() == 0) {
            return null;
        }
        return new Latency(
                summary.latencySeconds().orElse(logged.getMean() / 1e6),
                logged.getValueAtPercentile(50) / 1e6,
                logged.getValueAtPercentile(95) / 1e6,
                logged.getValueAtPercentile(99) / 1e6);
    }
}
