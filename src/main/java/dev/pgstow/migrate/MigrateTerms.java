package dev.pgstow.migrate;

import java.time.Duration;
import java.util.Objects;

/**
 * How considerate a run is.
 *
 * @param lockTimeout for how long others may queue behind a move that waits for its lock
 * @param lockTries after so many attempts a move goes to the end of the line, once, and then fails
 * @param margin before a window's end, in which what still runs is cancelled and cleaned up
 */
public record MigrateTerms(Window window, Duration lockTimeout, int lockTries, Duration margin) {
    /** MOVES: with 200 ms nobody notices much, and a mover that is patient gets through. */
    public static final Duration LOCK_TIMEOUT = Duration.ofMillis(200);

    public static final int LOCK_TRIES = 50;
    public static final Duration MARGIN = Duration.ofSeconds(5);

    public MigrateTerms {
        Objects.requireNonNull(window, "window");
        Objects.requireNonNull(margin, "margin");
        if (lockTimeout.toMillis() < 1 || lockTries < 1 || margin.isNegative()) {
            throw new IllegalArgumentException(lockTimeout + ", " + lockTries + ", " + margin);
        }
    }
}
