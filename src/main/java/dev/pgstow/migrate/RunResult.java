package dev.pgstow.migrate;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended.
 *
 * @param results of all moves, in the plan's order
 * @param refused some moves were skipped because preflight refuses them
 * @param nextOpening when the window opens again, if moves are left that it keeps waiting
 */
public record RunResult(
        Ending ending,
        List<MoveResult> results,
        boolean refused,
        @Nullable Instant nextOpening) {
    /** Why a run stopped where it did. */
    public enum Ending {
        /** Every move was looked at and made where it could be. */
        THROUGH,
        /** The window closed, or the rest of it was too short for a move. */
        WINDOW,
        /** Somebody asked it to stop. */
        STOPPED,
        /** The connection was lost in a move: run again to find out what became of it. */
        LOST
    }

    public RunResult {
        Objects.requireNonNull(ending, "ending");
        results = List.copyOf(results);
    }

    public long count(Outcome outcome) {
        return results.stream().filter(result -> result.outcome() == outcome).count();
    }
}
