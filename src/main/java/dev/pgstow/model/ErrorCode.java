package dev.pgstow.model;

import java.util.Locale;

/** The stable names of errors with the exit status each one ends the program with. */
public enum ErrorCode {
    /** A fault of pgstow itself. */
    INTERNAL(1),
    USAGE(2),
    BAD_FILE(3),
    CANNOT_CONNECT(4),
    NOT_PERMITTED(4),
    UNSUPPORTED(4),
    /** Preflight found a reason not to start, or a hazard was not accepted. */
    REFUSED(5),
    NO_SPACE(5),
    WINDOW_CLOSED(6),
    MOVES_FAILED(7),
    VERDICT_WORSE(8);

    private final int exitStatus;

    ErrorCode(int exitStatus) {
        this.exitStatus = exitStatus;
    }

    public int exitStatus() {
        return exitStatus;
    }

    /** As printed: {@code cannot-connect}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
