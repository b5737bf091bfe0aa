package dev.pgstow.model;

import org.jspecify.annotations.Nullable;

/**
 * How long the requests of a measurement took, in seconds. Percentiles are null where the source does not give them: those
 * of several jobs cannot be combined.
 */
public record RequestLatency(
        double mean,
        @Nullable Double p50,
        @Nullable Double p95,
        @Nullable Double p99,
        @Nullable Double p999) {
    public RequestLatency {
        if (!(mean >= 0) || Double.isInfinite(mean)) {
            throw new IllegalArgumentException("a mean latency of " + mean + " seconds");
        }
    }

    /** When only the mean is known. */
    public static RequestLatency ofMean(double mean) {
        return new RequestLatency(mean, null, null, null, null);
    }
}
