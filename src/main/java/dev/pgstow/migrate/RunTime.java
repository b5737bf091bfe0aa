package dev.pgstow.migrate;

import java.time.Clock;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * The time a run lives in.
 *
 * @param pause ends early when the run is asked to stop
 * @param cleanupPause does not
 * @param random for the jitter of pauses
 * @param stopped whether the run is asked to stop; once true, it stays so
 */
public record RunTime(Clock clock, Pause pause, Pause cleanupPause, RandomGenerator random, BooleanSupplier stopped) {
    public RunTime {
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(pause, "pause");
        Objects.requireNonNull(cleanupPause, "cleanupPause");
        Objects.requireNonNull(random, "random");
        Objects.requireNonNull(stopped, "stopped");
    }
}
