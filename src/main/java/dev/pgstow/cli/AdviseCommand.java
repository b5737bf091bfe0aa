package dev.pgstow.cli;

import dev.pgstow.advise.Advice;
import dev.pgstow.advise.AdviseOptions;
import dev.pgstow.advise.Advisor;
import dev.pgstow.advise.MeasuredLoad;
import dev.pgstow.advise.Pin;
import dev.pgstow.advise.Selection;
import dev.pgstow.collect.ActivityBuilder;
import dev.pgstow.files.BaselineFile;
import dev.pgstow.files.JsonText;
import dev.pgstow.files.PlanFile;
import dev.pgstow.files.SnapshotFile;
import dev.pgstow.files.TiersFile;
import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.report.AdviceText;
import dev.pgstow.verify.Baseline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code pgstow advise}: from tiers and snapshots to a plan. */
@Command(
        name = "advise",
        description =
                "Chooses on which tablespace each table and index belongs and writes a plan. Reads files only and changes"
                        + " nothing.")
final class AdviseCommand implements Callable<Integer> {
    private static final int MOST_CLIENTS = 10_000;

    /** A benchmark of the present placement, one way or the other. */
    static final class Measured {
        @Option(
                names = "--measured-tps",
                paramLabel = "TPS",
                description = "transactions per second that the --clients reached with the present placement")
        private @Nullable Double tps;

        @Option(
                names = "--baseline",
                paramLabel = "FILE",
                description = "the same from what 'pgstow verify --baseline' measured")
        private @Nullable Path file;
    }

    /** picocli wants one for the key where it has one for the value. */
    static final class TextConverter implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return value;
        }
    }

    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--tiers",
            paramLabel = "FILE",
            defaultValue = "tiers.yaml",
            description = "what 'pgstow profile' measured (default: ${DEFAULT-VALUE})")
    private Path tiers = Path.of("tiers.yaml");

    @Option(
            names = "--snapshots",
            paramLabel = "FILE",
            defaultValue = "activity.snap",
            description = "what 'pgstow collect' recorded (default: ${DEFAULT-VALUE})")
    private Path snapshots = Path.of("activity.snap");

    @Option(
            names = "-o",
            paramLabel = "FILE",
            defaultValue = "plan.yaml",
            description = "the plan to write (default: ${DEFAULT-VALUE})")
    private Path plan = Path.of("plan.yaml");

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "clients to choose and predict for (default: as many as were at work)")
    private @Nullable Integer clients;

    @Option(
            names = "--cores",
            paramLabel = "N",
            description = "processor cores of the server (default: those of this machine)")
    private @Nullable Double cores;

    @ArgGroup
    private @Nullable Measured measured;

    @Option(
            names = "--capacity",
            paramLabel = "TIER=SIZE",
            description = "what a tier may hold in all, in place of what the tiers file says; repeatable",
            converter = {TextConverter.class, SizeConverter.class})
    private Map<String, ByteSize> capacities = Map.of();

    @Option(
            names = "--pin",
            paramLabel = "GLOB=TABLESPACE",
            description =
                    "relations that must lie there, '=stay' for where they are; repeatable, the first that matches"
                            + " counts. A glob is of a name, schema.name or database.schema.name")
    private List<String> pins = List.of();

    @Option(names = "--exclude", paramLabel = "GLOB", description = "relations that stay where they are; repeatable")
    private List<String> excludes = List.of();

    @Option(
            names = "--target",
            paramLabel = "TABLESPACE",
            description =
                    "the only tablespaces that relations may go to; repeatable (default: all of the tiers). A pin to"
                            + " another one is refused")
    private Set<String> targets = Set.of();

    @Option(
            names = "--min-gain",
            paramLabel = "RATIO",
            description = "predicted TPS over present TPS below which nothing is moved (default: 1.03)")
    private double minimumGain = AdviseOptions.MINIMUM_GAIN;

    @Option(
            names = "--min-interval",
            paramLabel = "DURATION",
            defaultValue = "1d",
            converter = DurationConverter.class,
            description =
                    "with counters of less time than this nothing is called cold and taken away to make room (default:"
                            + " ${DEFAULT-VALUE})")
    private Duration minimumInterval = Selection.MINIMUM_INTERVAL;

    @Option(
            names = "--include-extensions",
            description = "let tables of extensions move too, whose place a dump does not keep")
    private boolean extensions;

    @Option(names = "--detail", description = "show every partition, not only sums by partitioned table")
    private boolean detail;

    AdviseCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        AdviseOptions options = options();
        ActivityBuilder recorded = new ActivityBuilder();
        SnapshotFile.read(snapshots, console::warn, recorded::add);
        Activity activity = recorded.build();
        Advice advice = Advisor.advise(activity, TiersFile.read(tiers), options, load(activity));
        PlanFile.write(plan, advice.plan());
        advice.findings().forEach(console::warn);
        if (output.json()) {
            console.print(JsonText.of(advice));
        } else {
            AdviceText.lines(advice, detail).forEach(console::print);
            console.print("plan: " + plan);
        }
        return 0;
    }

    private AdviseOptions options() {
        if (clients != null && (clients < 1 || clients > MOST_CLIENTS)) {
            throw new ParameterException(
                    spec.commandLine(), "--clients " + clients + " is not between 1 and " + MOST_CLIENTS);
        }
        List<String> assumptions = new ArrayList<>();
        if (cores == null) {
            assumptions.add("the server is assumed to have "
                    + Runtime.getRuntime().availableProcessors() + " cores, as the machine has that made this plan");
        }
        try {
            return new AdviseOptions(
                    clients == null ? 0 : clients,
                    cores == null ? Runtime.getRuntime().availableProcessors() : cores,
                    new Selection(
                            pins.stream().map(this::pin).toList(), excludes, targets, extensions, minimumInterval),
                    minimumGain,
                    capacities,
                    assumptions);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--cores must be above 0, --min-gain at least 1", e);
        }
    }

    private Pin pin(String text) {
        int equals = text.lastIndexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new ParameterException(spec.commandLine(), "--pin '" + text + "' is not GLOB=TABLESPACE");
        }
        String tablespace = text.substring(equals + 1);
        return new Pin(text.substring(0, equals), tablespace.equals("stay") ? null : tablespace);
    }

    private @Nullable MeasuredLoad load(Activity activity) {
        if (measured == null) {
            return null;
        }
        if (measured.file != null) {
            return load(BaselineFile.read(measured.file), measured.file, activity);
        }
        if (clients == null || measured.tps == null || !(measured.tps > 0)) {
            throw new ParameterException(
                    spec.commandLine(), "--measured-tps must be above 0 and needs --clients, which reached it");
        }
        return new MeasuredLoad(clients, measured.tps);
    }

    private static MeasuredLoad load(Baseline baseline, Path file, Activity activity) {
        String measured = baseline.conditions().cluster().systemIdentifier();
        if (!measured.equals(activity.cluster().systemIdentifier())) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "'" + file + "' was measured on cluster '" + measured + "', the snapshots are of '"
                            + activity.cluster().systemIdentifier() + "'",
                    "Collect and measure on the same cluster.");
        }
        return new MeasuredLoad(baseline.clients(), baseline.medianTps());
    }
}
