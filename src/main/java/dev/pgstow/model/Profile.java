package dev.pgstow.model;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was measured of a tier.
 *
 * @param engine who measured, with its version
 * @param directIo false when the page cache is part of the figures of patterns that should pass it
 * @param doubts why the figures may be none of the device's; while there is one they are not used
 * @param caps limits that were reached
 * @param neighbours how other tiers, busy at the same time, slowed this one
 * @param environment null when the figures come from elsewhere
 */
public record Profile(
        Instant measuredAt,
        String engine,
        boolean directIo,
        List<String> doubts,
        Limits caps,
        List<Neighbour> neighbours,
        @Nullable Environment environment,
        List<PatternResult> results) {
    public Profile {
        Objects.requireNonNull(measuredAt, "measuredAt");
        Objects.requireNonNull(engine, "engine");
        Objects.requireNonNull(caps, "caps");
        doubts = List.copyOf(doubts);
        neighbours = List.copyOf(neighbours);
        results = List.copyOf(results);
    }

    /** A result of requests back to back. */
    public Optional<PatternResult> at(AccessPattern pattern, int depth) {
        return unpaced(pattern).filter(result -> result.depth() == depth).findFirst();
    }

    /**
     * The result that tells what one backend waits: single requests with the shortest pause, since a tight loop keeps processor
     * and driver awake and flatters a fast device; without such a result, requests back to back.
     */
    public Optional<PatternResult> single(AccessPattern pattern) {
        return results.stream()
                .filter(result -> result.pattern() == pattern && result.depth() == 1)
                .min(Comparator.comparing(
                                (PatternResult result) -> result.pause().isZero())
                        .thenComparing(PatternResult::pause));
    }

    /** The most operations per second seen at any depth; empty when the pattern was not measured. */
    public Optional<PatternResult> best(AccessPattern pattern) {
        return unpaced(pattern).max(Comparator.comparingDouble(PatternResult::operationsPerSecond));
    }

    public Profile withNeighbours(List<Neighbour> seen) {
        return new Profile(measuredAt, engine, directIo, doubts, caps, seen, environment, results);
    }

    private java.util.stream.Stream<PatternResult> unpaced(AccessPattern pattern) {
        return results.stream()
                .filter(result -> result.pattern() == pattern && result.pause().isZero());
    }
}
