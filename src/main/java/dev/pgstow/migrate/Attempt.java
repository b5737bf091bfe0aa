package dev.pgstow.migrate;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * How one execution of a move's statement ended, as its SQLSTATE tells and never its text, which is in the server's language.
 * It does not say where the relation lies: only the catalog does.
 *
 * @param message the server's; empty when the statement returned
 * @param blockers who was last seen to keep it waiting
 * @param elapsed from sending the statement to its end
 * @param waited the part of it in which others kept it waiting, sampled
 */
public record Attempt(
        Ending ending, String sqlState, String message, List<Blocker> blockers, Duration elapsed, Duration waited) {
    /** The classes of endings that make a difference. */
    public enum Ending {
        RETURNED,
        /** 55P03, it gave up waiting for its lock, or 40P01, it was the victim of a deadlock: try again. */
        NO_LOCK,
        /** 57014: by our watchdog, by its statement_timeout, or by somebody else. */
        CANCELLED,
        /** 53100 or 53400: no space, or a limit on it. */
        DISK_FULL,
        /** Anything else the server said no to. */
        REFUSED,
        /** The connection is gone; the statement may still run in the server. */
        LOST
    }

    public Attempt {
        Objects.requireNonNull(ending, "ending");
        Objects.requireNonNull(sqlState, "sqlState");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(elapsed, "elapsed");
        Objects.requireNonNull(waited, "waited");
        blockers = List.copyOf(blockers);
    }

    /** The ending that a SQLSTATE means; the states are in Appendix A of the PostgreSQL manual. */
    public static Ending ending(String sqlState) {
        return switch (sqlState) {
            case "55P03", "40P01" -> Ending.NO_LOCK;
            case "57014" -> Ending.CANCELLED;
            case "53100", "53400" -> Ending.DISK_FULL;
            case "57P01", "57P02", "57P03", "57P05", "25P03", "25P04" -> Ending.LOST;
            default -> sqlState.startsWith("08") ? Ending.LOST : Ending.REFUSED;
        };
    }
}
