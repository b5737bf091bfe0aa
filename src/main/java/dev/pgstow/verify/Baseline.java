package dev.pgstow.verify;

import java.util.List;
import java.util.Objects;
import org.apache.commons.math3.stat.descriptive.rank.Median;

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

    /** The share of all transactions that failed. */
    public double failureRate() {
        long failures = runs.stream().mapToLong(RunResult::failures).sum();
        long tried = failures + runs.stream().mapToLong(RunResult::transactions).sum();
        return tried == 0 ? 0 : (double) failures / tried;
    }
}
