package dev.pgstow.verify;

import java.util.Locale;

/** The word of a verdict. */
public enum Outcome {
    /** Significantly more TPS, and by more than noise. */
    BETTER,
    /** Whatever the change is, it is no loss above the noise. */
    NO_WORSE,
    /** Significantly less TPS, and by more than noise. */
    WORSE,
    /** The runs do not say. */
    INCONCLUSIVE,
    /** The sides differ in more than the placement. */
    NOT_COMPARABLE;

    /** As printed: {@code no worse}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
