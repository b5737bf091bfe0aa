package dev.pgstow.migrate;

import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.Objects;

/**
 * A move with its outcome.
 *
 * @param elapsed of the attempt that moved it, its wait for the lock included; zero when none did
 * @param tries attempts to get the lock
 * @param reason why, or what is to be known about it; may be empty when it was moved
 */
public record MoveResult(Move move, Outcome outcome, Duration elapsed, int tries, String reason) {
    public MoveResult {
        Objects.requireNonNull(move, "move");
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(elapsed, "elapsed");
        Objects.requireNonNull(reason, "reason");
    }
}
