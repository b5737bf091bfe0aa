package dev.pgstow.verify;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;

/** Measures one side: checks the workload, warms up, and makes the runs with a checkpoint before each. */
public final class Benchmark {
    private final WorkloadRunner runner;
    private final BenchmarkServer server;
    private final Consumer<String> progress;

    /**
     * Prepares a benchmark.
     *
     * @param progress is told one line a run
     */
    public Benchmark(WorkloadRunner runner, BenchmarkServer server, Consumer<String> progress) {
        this.runner = Objects.requireNonNull(runner, "runner");
        this.server = Objects.requireNonNull(server, "server");
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /**
     * Measures the side after, as the one before was measured.
     *
     * @throws PgstowException (refused) when the server is of another cluster: it gets no load at all
     */
    public Baseline measureAgain(Baseline before) {
        String measured = before.conditions().cluster().systemIdentifier();
        String present = server.conditions().cluster().systemIdentifier();
        if (!measured.equals(present)) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "the baseline was measured on another cluster: system identifier '" + measured + "', here '"
                            + present + "'",
                    "Connect to the cluster of the baseline, or measure a baseline here.");
        }
        return measure(before.load());
    }

    /**
     * Measures. A first run that is far off the others, as with cold caches, is taken for
     * warm-up and one more is made.
     *
     * @throws PgstowException when the workload does not work or a run ended early
     */
    public Baseline measure(Load load) {
        List<String> notes = new ArrayList<>(load.workload().warnings());
        notes.forEach(progress);
        runner.check();
        if (!load.warmUp().isZero()) {
            progress.accept("warm-up of " + load.warmUp().getSeconds() + " s: "
                    + line(runner.run(request(load, 0, load.warmUp()))));
        }
        Conditions conditions = server.conditions();
        List<RunResult> results = new ArrayList<>();
        boolean checkpoints = true;
        for (int number = 1; number <= load.runs(); number++) {
            checkpoints &= server.checkpoint();
            results.add(run(load, number, "run " + number + " of " + load.runs()));
        }
        if (!checkpoints) {
            notes.add("no CHECKPOINT between the runs: this role may not (superuser, or pg_checkpoint from 15 on)");
        }
        if (Guards.firstRunFarOff(results)) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the first run was far off the others (%,.1f TPS, %.2f reads/tx) and was taken for warm-up",
                    results.get(0).tps(),
                    results.get(0).blocksReadPerTransaction()));
            results.remove(0);
            server.checkpoint();
            results.add(run(load, load.runs() + 1, "one more for the first, which was far off the others"));
        }
        return new Baseline(load, conditions, runner.driver(), results, notes);
    }

    private RunResult run(Load load, int number, String name) {
        RunResult result = runner.run(request(load, number, load.duration()));
        progress.accept(name + ": " + line(result));
        return result;
    }

    /** The same numbers on both sides: run 3 draws after the moves what run 3 drew before them. */
    private static RunRequest request(Load load, int number, Duration duration) {
        return new RunRequest(load.clients(), load.threads(), duration, 1000L + number);
    }

    private static String line(RunResult result) {
        Latency latency = result.latency();
        return String.format(Locale.ROOT, "%,.0f TPS", result.tps())
                + (latency == null ? "" : String.format(Locale.ROOT, ", p99 %.1f ms", latency.p99() * 1000))
                + String.format(Locale.ROOT, ", %.2f reads/tx", result.blocksReadPerTransaction())
                + (result.failures() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %.1f %% failed", result.failureRate() * 100));
    }
}
