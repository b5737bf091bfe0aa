package dev.pgstow.migrate;

import dev.pgstow.model.RelationName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that preflight found.
 *
 * @param relation of the move it concerns; null when it concerns the run
 * @param hazard the name by which it is accepted; empty unless it is a hazard
 * @param message in lower case, values quoted
 * @param hint what to do, a sentence
 */
public record Finding(Weight weight, @Nullable RelationName relation, String hazard, String message, String hint) {
    /** What it means for the run. */
    public enum Weight {
        /** Nothing may be moved. */
        REFUSES_RUN,
        /** This move may not be made. */
        REFUSES_MOVE,
        /** To be accepted by name. */
        HAZARD,
        WARNING
    }

    public Finding {
        Objects.requireNonNull(weight, "weight");
        Objects.requireNonNull(hazard, "hazard");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(hint, "hint");
        if (hazard.isEmpty() == (weight == Weight.HAZARD)) {
            throw new IllegalArgumentException("a hazard has a name, and only a hazard: " + message);
        }
    }

    static Finding refusal(String message, String hint) {
        return new Finding(Weight.REFUSES_RUN, null, "", message, hint);
    }

    static Finding refusal(RelationName relation, String message, String hint) {
        return new Finding(Weight.REFUSES_MOVE, relation, "", message, hint);
    }

    static Finding hazard(String name, String message, String hint) {
        return new Finding(Weight.HAZARD, null, name, message, hint);
    }

    static Finding warning(String message, String hint) {
        return new Finding(Weight.WARNING, null, "", message, hint);
    }

    static Finding warning(RelationName relation, String message, String hint) {
        return new Finding(Weight.WARNING, relation, "", message, hint);
    }

    /** On one line, without the hint. */
    @Override
    public String toString() {
        return (relation == null ? "" : relation + ": ") + message;
    }
}
