package dev.pgstow.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a run achieved; one in which no transaction succeeded has no result.
 *
 * @param tps transactions that succeeded per second, without the time to connect
 * @param failures transactions that ended in a serialization failure or a deadlock
 * @param latency null when the runner could not tell
 * @param blocksReadPerTransaction blocks of 8 KiB not found in shared buffers, of the whole database, per transaction
 */
public record RunResult(
        Instant startedAt,
        Duration duration,
        double tps,
        long transactions,
        long failures,
        @Nullable Latency latency,
        double blocksReadPerTransaction) {
    public RunResult {
        Objects.requireNonNull(startedAt, "startedAt");
        Objects.requireNonNull(duration, "duration");
        if (!(tps > 0) || transactions < 1 || failures < 0 || !(blocksReadPerTransaction >= 0)) {
            throw new IllegalArgumentException("no result: " + tps + " TPS, " + transactions + " transactions, "
                    + failures + " failures, " + blocksReadPerTransaction + " blocks read per transaction");
        }
    }

    /** The share of all transactions tried that failed. */
    public double failureRate() {
        long tried = transactions + failures;
        return tried == 0 ? 0 : (double) failures / tried;
    }
}
