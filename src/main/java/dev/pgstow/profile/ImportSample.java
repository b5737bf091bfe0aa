package dev.pgstow.profile;

import dev.pgstow.model.PatternResult;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * One result out of a file.
 *
 * @param engine who measured it
 * @param direct false when the page cache is part of it though the pattern should pass it
 * @param doubts why it may be none of the device's
 * @param source file and job, for messages
 */
record ImportSample(
        PatternResult result, String engine, Instant measuredAt, boolean direct, List<String> doubts, String source) {
    ImportSample {
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(measuredAt, "measuredAt");
        Objects.requireNonNull(source, "source");
        doubts = List.copyOf(doubts);
    }
}
