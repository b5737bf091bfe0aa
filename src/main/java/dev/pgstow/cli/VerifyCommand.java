package dev.pgstow.cli;

import dev.pgstow.files.BaselineFile;
import dev.pgstow.files.JsonText;
import dev.pgstow.files.PlanFile;
import dev.pgstow.files.VerdictFile;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import dev.pgstow.postgres.BenchmarkedDatabase;
import dev.pgstow.postgres.Connector;
import dev.pgstow.postgres.JdbcWorkloadRunner;
import dev.pgstow.postgres.PgbenchProgram;
import dev.pgstow.postgres.PgbenchRunner;
import dev.pgstow.report.BaselineText;
import dev.pgstow.report.VerdictText;
import dev.pgstow.verify.Baseline;
import dev.pgstow.verify.Benchmark;
import dev.pgstow.verify.Load;
import dev.pgstow.verify.PgbenchScripts;
import dev.pgstow.verify.StatementList;
import dev.pgstow.verify.Verdict;
import dev.pgstow.verify.WorkloadRunner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pgstow verify}: measures before, measures again after, and judges the change. */
@Command(
        name = "verify",
        description = {
            "Benchmarks before and after the moves and gives a verdict on the TPS change.",
            "",
            "First 'pgstow verify --baseline' with a workload; after the moves 'pgstow verify --against baseline.yaml' runs"
                    + " the same again and compares. The sessions are read-only unless --allow-writes. It puts the server"
                    + " under full load: run it on a copy, or when users are away.",
            ""
        })
final class VerifyCommand implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final Console console;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private LoadOptions load = new LoadOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @ArgGroup(multiplicity = "1")
    private Side side = new Side();

    /** One of them. */
    private static final class Side {
        @Option(names = "--baseline", required = true, description = "measure the side before")
        private boolean before;

        @Option(
                names = "--against",
                required = true,
                paramLabel = "FILE",
                description = "measure the side after and compare with this baseline")
        private @Nullable Path baseline;
    }

    @Option(
            names = "-o",
            paramLabel = "FILE",
            description = "file to write (default: baseline.yaml, or verdict.yaml with --against)")
    private @Nullable Path file;

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            description = "plan whose prediction is held against what was measured")
    private @Nullable Path plan;

    @Option(
            names = "--fail-below",
            paramLabel = "RATIO",
            description = "exit 8 when TPS after over before is below, or cannot be compared")
    private @Nullable Double failBelow;

    @Option(names = "--pgbench", paramLabel = "PATH", description = "the pgbench program (default: that on the PATH)")
    private @Nullable Path pgbench;

    private @Nullable Verdict verdict;

    VerifyCommand(Console console) {
        this.console = console;
    }

    /** What the last comparison came to; null before one. */
    @Nullable
    Verdict verdict() {
        return verdict;
    }

    @Override
    public Integer call() {
        try (Stop stop = new Stop(GRACE, Thread.currentThread()::interrupt)) {
            return side.before || side.baseline == null ? before() : after(side.baseline);
        }
    }

    private int before() {
        if (plan != null || failBelow != null) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "--plan and --fail-below are for a comparison, not for a baseline",
                    "Give them with --against.");
        }
        Path target = Objects.requireNonNullElse(file, Path.of("baseline.yaml"));
        if (Files.exists(target)) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "there is a file '" + target + "' already",
                    "A side before cannot be measured again after the moves. Name another with -o, or remove it.");
        }
        Load requested = load.load();
        Connector connector = connection.connector();
        Baseline baseline =
                benchmark(connector, connector.database(), requested).measure(requested);
        BaselineFile.write(target, baseline);
        console.note("wrote '" + target + "'");
        if (output.json()) {
            console.print(JsonText.of(baseline));
        } else {
            BaselineText.lines(baseline).forEach(console::print);
        }
        return 0;
    }

    private int after(Path baseline) {
        if (load.given()) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "with --against the workload and the load are those of the baseline",
                    "Leave out -f, -b, --workload, -D, -M, -c, -j, -T, --runs, --warmup and --allow-writes.");
        }
        Baseline before = BaselineFile.read(baseline);
        Prediction prediction = plan == null ? null : prediction(plan, before);
        Benchmark benchmark =
                benchmark(connection.connector(), before.conditions().database(), before.load());
        Verdict judged = Verdict.of(before, benchmark.measureAgain(before), prediction);
        verdict = judged;
        Path target = Objects.requireNonNullElse(file, Path.of("verdict.yaml"));
        VerdictFile.write(target, judged);
        console.note("wrote '" + target + "'");
        if (output.json()) {
            console.print(JsonText.of(judged));
        } else {
            VerdictText.lines(judged).forEach(console::print);
        }
        return judged.fails(failBelow) ? ErrorCode.VERDICT_WORSE.exitStatus() : 0;
    }

    private @Nullable Prediction prediction(Path file, Baseline before) {
        Plan planned = PlanFile.read(file);
        if (!planned.cluster()
                .systemIdentifier()
                .equals(before.conditions().cluster().systemIdentifier())) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "plan '" + file + "' is for another cluster than the baseline",
                    "Name the plan that was made for this cluster.");
        }
        if (planned.prediction() == null) {
            console.warn("plan '" + file + "' holds no prediction");
        }
        if (planned.basis() != null && planned.basis().clients() != before.clients()) {
            console.warn("the prediction is for " + planned.basis().clients() + " client(s), the measurement has "
                    + before.clients());
        }
        return planned.prediction();
    }

    private Benchmark benchmark(Connector connector, String database, Load requested) {
        return new Benchmark(
                runner(connector, database, requested), new BenchmarkedDatabase(connector, database), console::note);
    }

    private WorkloadRunner runner(Connector connector, String database, Load requested) {
        if (requested.workload() instanceof PgbenchScripts scripts) {
            String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
            PgbenchProgram program = PgbenchProgram.find(pgbench, path);
            return new PgbenchRunner(program, connector, database, scripts, requested.allowWrites());
        }
        StatementList statements = (StatementList) requested.workload();
        return new JdbcWorkloadRunner(connector, database, statements, requested.allowWrites());
    }
}
