package dev.pgstow.model;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What was measured of a tier.
 *
 * @param engine who measured, with its version
 * @param directIo false when the file system refused O_DIRECT, so that the page cache is part of the figures
 */
public record Profile(Instant measuredAt, String engine, boolean directIo, List<PatternResult> results) {
    public Profile {
        Objects.requireNonNull(measuredAt, "measuredAt");
        Objects.requireNonNull(engine, "engine");
        results = List.copyOf(results);
    }

    public Optional<PatternResult> at(AccessPattern pattern, int depth) {
        return results.stream()
                .filter(result -> result.pattern() == pattern && result.depth() == depth)
                .findFirst();
    }

    /** The most operations per second seen at any depth; empty when the pattern was not measured. */
    public Optional<PatternResult> best(AccessPattern pattern) {
        return results.stream()
                .filter(result -> result.pattern() == pattern)
                .max((a, b) -> Double.compare(a.operationsPerSecond(), b.operationsPerSecond()));
    }
}
