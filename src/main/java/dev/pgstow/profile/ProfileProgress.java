package dev.pgstow.profile;

import dev.pgstow.model.PatternResult;
import java.time.Duration;
import java.util.List;

/** Port: is told what a profile does while it does it. */
public interface ProfileProgress {
    /** A tier's turn begins. */
    void begins(String tier, Place place, Device device);

    /** A step begins; {@code left} is how long this one and all after it take at most. */
    void measuring(String tier, Step step, Duration left);

    /** A step ended; no results when this way of measuring cannot take it. */
    void measured(String tier, Step step, List<PatternResult> results);

    /** Something that a person should know about the result. */
    void note(String sentence);
}
