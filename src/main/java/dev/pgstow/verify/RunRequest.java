package dev.pgstow.verify;

import java.time.Duration;
import java.util.Objects;

/**
 * One run to be made.
 *
 * @param seed of the clients' random choices: the same seed means the same choices
 */
public record RunRequest(int clients, int threads, Duration duration, long seed) {
    public RunRequest {
        Objects.requireNonNull(duration, "duration");
    }
}
