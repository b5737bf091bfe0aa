package dev.pgstow.model;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One measured pattern of a tier.
 *
 * @param depth requests in flight
 * @param pause between two requests of one thread; it is part of the rate, not of the latency
 * @param operationsPerSecond of all threads together; after a drop, what was left
 * @param cpu processor seconds per operation of the prober and of what serves it on this machine; null when not known
 */
public record PatternResult(
        AccessPattern pattern,
        int depth,
        Duration pause,
        double operationsPerSecond,
        RequestLatency latency,
        Course course,
        @Nullable Double cpu,
        LimitedBy limitedBy) {
    public PatternResult {
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(pause, "pause");
        Objects.requireNonNull(latency, "latency");
        Objects.requireNonNull(course, "course");
        Objects.requireNonNull(limitedBy, "limitedBy");
        if (depth < 1 || pause.isNegative() || !(operationsPerSecond > 0)) {
            throw new IllegalArgumentException(
                    pattern + ": depth " + depth + ", " + operationsPerSecond + " per second");
        }
    }

    /** A result of requests back to back of which only rate and latency are known. */
    public static PatternResult of(
            AccessPattern pattern, int depth, double operationsPerSecond, RequestLatency latency) {
        return new PatternResult(
                pattern, depth, Duration.ZERO, operationsPerSecond, latency, Course.UNKNOWN, null, LimitedBy.UNKNOWN);
    }

    public double bytesPerSecond() {
        return operationsPerSecond * pattern.bytes();
    }

    /** Mean latency of one operation in seconds. */
    public double mean() {
        return latency.mean();
    }

    public PatternResult limitedBy(LimitedBy limit) {
        return new PatternResult(pattern, depth, pause, operationsPerSecond, latency, course, cpu, limit);
    }
}
