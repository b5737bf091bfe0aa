package dev.pgstow.migrate;

import java.util.Locale;

/** What became of a move. */
public enum Outcome {
    /** The catalog says that it lies where it should. */
    MOVED,
    /** Not begun, or begun and taken back, because the window or the user ended the run. A later run makes it. */
    DEFERRED,
    /** There was nothing to do, or preflight refused this move and the user wanted the others. */
    SKIPPED,
    FAILED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
