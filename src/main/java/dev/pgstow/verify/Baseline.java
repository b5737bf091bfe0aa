package dev.pgstow.verify;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.jspecify.annotations.Nullable;

/**
 * One side, measured. The before side is kept as a file; the after side is measured from it in the same way.
 *
 * @param driver the program that ran the workload, with its version
 * @param runs in the order they were made, without the warm-up
 * @param notes what a reader of the figures should know, one sentence each
 */
public record Baseline(Load load, Conditions conditions, String driver, List<RunResult> runs, List<String> notes) {
    public Baseline {
        Objects.requireNonNull(load, "load");
        Objects.requireNonNull(conditions, "conditions");
        Objects.requireNonNull(driver, "driver");
        runs = List.copyOf(runs);
        notes = List.copyOf(notes);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("a side without runs");
        }
    }

    public int clients() {
        return load.clients();
    }

    /** Transactions per second of the run in the middle. */
    public double medianTps() {
        return new Median().evaluate(tps());
    }

    /** Transactions per second of every run. */
    public double[] tps() {
        return runs.stream().mapToDouble(RunResult::tps).toArray();
    }

    /** Blocks read per transaction of the run in the middle. */
    public double medianBlocksRead() {
        return new Median()
                .evaluate(runs.stream()
                        .mapToDouble(RunResult::blocksReadPerTransaction)
                        .toArray());
    }

    /** Each figure of the run in the middle, which need not be the same run; null when a run has none. */
    public @Nullable Latency medianLatency() {
        List<Latency> latencies =
                runs.stream().map(RunResult::latency).filter(Objects::nonNull).toList();
        if (latencies.size() < runs.size()) {
            return null;
        }
        return new Latency(
                median(latencies, Latency::mean),
                median(latencies, Latency::p50),
                median(latencies, Latency::p95),
                median(latencies, Latency::p99));
    }

    private static double median(List<Latency> latencies, ToDoubleFunction<Latency> figure) {
        return new Median().evaluate(latencies.stream().mapToDouble(figure).toArray());
    }

    /** The share of all transactions that failed. */
    public double failureRate() {
        long failures = runs.stream().mapToLong(RunResult::failures).sum();
        long tried = failures + runs.stream().mapToLong(RunResult::transactions).sum();
        return tried == 0 ? 0 : (double) failures / tried;
    }
}
