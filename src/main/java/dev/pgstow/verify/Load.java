package dev.pgstow.verify;

import java.time.Duration;
import java.util.Objects;

/**
 * What is measured, how hard and how often: all that is needed to do it again.
 *
 * @param clients sessions that work at once, each starting its next transaction when one has ended
 * @param threads of the pgbench program; the built-in runner has one for each client
 * @param duration of each run
 * @param warmUp before the first run; zero for none
 * @param runs how many are kept
 * @param allowWrites false when the sessions are read-only
 */
public record Load(
        Workload workload,
        int clients,
        int threads,
        Duration duration,
        Duration warmUp,
        int runs,
        boolean allowWrites) {
    public Load {
        Objects.requireNonNull(workload, "workload");
        Objects.requireNonNull(duration, "duration");
        Objects.requireNonNull(warmUp, "warmUp");
        if (clients < 1 || threads < 1 || runs < 1 || duration.getSeconds() < 1 || warmUp.isNegative()) {
            throw new IllegalArgumentException("no load: " + clients + " clients, " + threads + " threads, " + runs
                    + " runs of " + duration + " after " + warmUp);
        }
    }
}
