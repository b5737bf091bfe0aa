package dev.pgstow.model;

import java.util.Objects;

/**
 * One measured pattern of a tier.
 *
 * @param depth requests in flight
 * @param operationsPerSecond of all of them together
 * @param bytesPerSecond likewise
 * @param mean latency of one operation in seconds, as are the percentiles
 */
public record PatternResult(
        AccessPattern pattern,
        int depth,
        double operationsPerSecond,
        double bytesPerSecond,
        double mean,
        double p50,
        double p95,
        double p99) {
    public PatternResult {
        Objects.requireNonNull(pattern, "pattern");
        if (depth < 1 || !(operationsPerSecond > 0)) {
            throw new IllegalArgumentException(
                    pattern + ": depth " + depth + ", " + operationsPerSecond + " per second");
        }
    }
}
