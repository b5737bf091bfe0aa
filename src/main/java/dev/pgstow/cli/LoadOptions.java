package dev.pgstow.cli;

import dev.pgstow.files.ScriptFile;
import dev.pgstow.files.WorkloadFile;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.verify.Load;
import dev.pgstow.verify.PgbenchScripts;
import dev.pgstow.verify.PgbenchScripts.Protocol;
import dev.pgstow.verify.PgbenchScripts.Script;
import dev.pgstow.verify.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is run and how hard, in the words of pgbench where it has them. */
final class LoadOptions {
    private static final int CLIENTS = 4;
    private static final int SECONDS = 10;
    private static final int WARM_UP_SECONDS = 5;
    private static final int RUNS = 5;

    @Option(
            names = "--workload",
            paramLabel = "FILE",
            description = "weighted statements, run by pgstow itself (format workload/1)")
    private @Nullable Path workload;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE[@WEIGHT]",
            description = "pgbench script, run by the pgbench program as it is; may be given several times")
    private List<String> files = List.of();

    @Option(
            names = {"-b", "--builtin"},
            paramLabel = "NAME[@WEIGHT]",
            description = "script built into pgbench; may be given several times")
    private List<String> builtins = List.of();

    @Option(
            names = {"-D", "--define"},
            paramLabel = "NAME=VALUE",
            description = "variable of the pgbench scripts")
    private Map<String, String> variables = new LinkedHashMap<>();

    @Option(
            names = {"-M", "--protocol"},
            paramLabel = "PROTOCOL",
            description = "how pgbench submits: simple, extended or prepared (default: simple)")
    private @Nullable Protocol protocol;

    @Option(
            names = {"-c", "--client"},
            paramLabel = "CLIENTS",
            description = "sessions at work at once (default: " + CLIENTS + ")")
    private @Nullable Integer clients;

    @Option(
            names = {"-j", "--jobs"},
            paramLabel = "THREADS",
            description = "threads of pgbench (default: one a client, at most one a processor)")
    private @Nullable Integer threads;

    @Option(
            names = {"-T", "--time"},
            paramLabel = "SECONDS",
            description = "length of each run (default: " + SECONDS + ")")
    private @Nullable Integer seconds;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "runs a side; fewer than 5 prove nothing (default: " + RUNS + ")")
    private @Nullable Integer runs;

    @Option(
            names = "--warmup",
            paramLabel = "SECONDS",
            description = "load before the first run, not counted (default: " + WARM_UP_SECONDS + ")")
    private @Nullable Integer warmUp;

    @Option(names = "--allow-writes", description = "let the workload write; without it the sessions are read-only")
    private boolean allowWrites;

    /** Whether any of them was given. */
    boolean given() {
        return workload != null
                || !files.isEmpty()
                || !builtins.isEmpty()
                || !variables.isEmpty()
                || protocol != null
                || clients != null
                || threads != null
                || seconds != null
                || runs != null
                || warmUp != null
                || allowWrites;
    }

    /**
     * Reads the workload.
     *
     * @throws PgstowException (usage or bad-file)
     */
    Load load() {
        int sessions = atLeast(1, "-c", clients, CLIENTS);
        int processors = Runtime.getRuntime().availableProcessors();
        return new Load(
                workload(),
                sessions,
                atLeast(1, "-j", threads, Math.min(sessions, processors)),
                Duration.ofSeconds(atLeast(1, "-T", seconds, SECONDS)),
                Duration.ofSeconds(atLeast(0, "--warmup", warmUp, WARM_UP_SECONDS)),
                atLeast(1, "--runs", runs, RUNS),
                allowWrites);
    }

    private Workload workload() {
        boolean pgbench = !files.isEmpty() || !builtins.isEmpty();
        if (workload == null && !pgbench) {
            throw usage("no workload given", "Name statements with --workload FILE, or pgbench scripts with -f FILE.");
        }
        if (workload == null) {
            return scripts();
        }
        if (pgbench || protocol != null || !variables.isEmpty() || threads != null) {
            throw usage(
                    "--workload does not go together with -f, -b, -D, -M and -j",
                    "Those are for pgbench, which does not run --workload.");
        }
        return WorkloadFile.read(workload);
    }

    private PgbenchScripts scripts() {
        List<Script> scripts = new ArrayList<>();
        files.forEach(file -> scripts.add(ScriptFile.read(Path.of(name(file)), weight(file))));
        builtins.forEach(builtin -> scripts.add(new Script(name(builtin), weight(builtin), true, "")));
        return new PgbenchScripts(scripts, variables, Objects.requireNonNullElse(protocol, Protocol.SIMPLE));
    }

    /** As pgbench does it: the last '@' separates the weight. */
    private static String name(String argument) {
        int at = argument.lastIndexOf('@');
        return at < 0 ? argument : argument.substring(0, at);
    }

    private static int weight(String argument) {
        int at = argument.lastIndexOf('@');
        if (at < 0) {
            return 1;
        }
        String weight = argument.substring(at + 1);
        if (!weight.matches("[1-9][0-9]{0,8}")) {
            throw usage("no weight: '" + weight + "' in '" + argument + "'", "A weight is a whole number from 1 on.");
        }
        return Integer.parseInt(weight);
    }

    private static int atLeast(int least, String option, @Nullable Integer given, int otherwise) {
        int value = given == null ? otherwise : given;
        if (value < least) {
            throw usage(option + " " + value + " is less than " + least, "See 'pgstow verify --help'.");
        }
        return value;
    }

    private static PgstowException usage(String message, String hint) {
        return new PgstowException(ErrorCode.USAGE, message, hint);
    }
}
