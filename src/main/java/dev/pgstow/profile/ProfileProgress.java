package dev.pgstow.profile;

import dev.pgstow.model.PatternResult;
import java.nio.file.Path;

/** Port: is told what a profile does while it does it. */
public interface ProfileProgress {
    /** A tier's turn begins. */
    void begins(String tier, Path directory, Device device);

    void measured(String tier, PatternResult result);

    /** Something that a person should know about the result. */
    void note(String sentence);
}
