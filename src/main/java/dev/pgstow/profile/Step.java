package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * One measurement of a profile.
 *
 * @param depth requests in flight
 * @param pause between two requests of one thread. It counts neither as latency nor in the rate, which is then the one
 *     that back-to-back requests of this latency would reach
 */
public record Step(AccessPattern pattern, int depth, Duration pause) {
    /**
     * Pause of the latency measurement. A tight loop keeps processor and driver awake and flatters a fast device; a backend
     * computes between two reads. Hundreds of microseconds are what a transaction takes.
     */
    private static final Duration THINK = Duration.ofNanos(200_000);

    /** All that a profile holds: latency alone, then the rate as more requests are in flight; reads before writes. */
    public static final List<Step> ALL = List.of(
            new Step(AccessPattern.RANDOM_READ, 1, THINK),
            new Step(AccessPattern.RANDOM_READ, 4, Duration.ZERO),
            new Step(AccessPattern.RANDOM_READ, 16, Duration.ZERO),
            new Step(AccessPattern.RANDOM_READ, 32, Duration.ZERO),
            new Step(AccessPattern.SEQUENTIAL_READ, 1, Duration.ZERO),
            new Step(AccessPattern.SEQUENTIAL_READ, 4, Duration.ZERO),
            new Step(AccessPattern.RANDOM_WRITE, 1, Duration.ZERO),
            new Step(AccessPattern.RANDOM_WRITE, 16, Duration.ZERO),
            new Step(AccessPattern.SYNC_WRITE, 1, Duration.ZERO),
            new Step(AccessPattern.APPEND, 1, Duration.ZERO));

    public Step {
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(pause, "pause");
        if (depth < 1 || depth > 1024 || pause.isNegative()) {
            throw new IllegalArgumentException(pattern + ": depth " + depth + ", pause " + pause);
        }
    }
}
