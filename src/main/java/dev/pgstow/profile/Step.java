package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One measurement of a profile.
 *
 * @param pattern what is measured. The read of a mix stands for both its directions and {@code APPEND} for the flush too:
 *     such a step has a result for each
 * @param depth requests in flight
 * @param pause between two requests of one thread. It does not count as latency
 */
public record Step(AccessPattern pattern, int depth, Duration pause) {
    /** What a backend does between two reads: hundreds of microseconds for a transaction. */
    private static final Duration THINK = Duration.ofNanos(200_000);

    private static final Duration COMMIT_THINK = Duration.ofNanos(500_000);
    private static final Duration IDLE = Duration.ofMillis(1);

    /** Reads before writes; buffered patterns last. */
    private static final List<Step> QUICK = List.of(
            new Step(AccessPattern.RANDOM_READ, 1, THINK),
            new Step(AccessPattern.RANDOM_READ, 1),
            new Step(AccessPattern.RANDOM_READ, 4),
            new Step(AccessPattern.RANDOM_READ, 8),
            new Step(AccessPattern.RANDOM_READ, 16),
            new Step(AccessPattern.RANDOM_READ, 32),
            new Step(AccessPattern.RANDOM_READ, 128),
            new Step(AccessPattern.HANDED_READ, 1),
            new Step(AccessPattern.SEQUENTIAL_READ, 1),
            new Step(AccessPattern.SEQUENTIAL_READ, 4),
            new Step(AccessPattern.LARGE_READ, 1),
            new Step(AccessPattern.LARGE_READ, 4),
            new Step(AccessPattern.RANDOM_WRITE, 1),
            new Step(AccessPattern.RANDOM_WRITE, 4),
            new Step(AccessPattern.RANDOM_WRITE, 16),
            new Step(AccessPattern.RANDOM_WRITE, 64),
            new Step(AccessPattern.FILE_WRITE, 1),
            new Step(AccessPattern.FILE_WRITE, 4),
            new Step(AccessPattern.MIXED_50_READ, 8),
            new Step(AccessPattern.MIXED_70_READ, 16),
            new Step(AccessPattern.LARGE_WRITE, 1),
            new Step(AccessPattern.LARGE_WRITE, 4),
            new Step(AccessPattern.SYNC_WRITE, 1, COMMIT_THINK),
            new Step(AccessPattern.SYNC_WRITE, 1),
            new Step(AccessPattern.FSYNC_WRITE, 1),
            new Step(AccessPattern.APPEND, 1),
            new Step(AccessPattern.BUFFERED_RANDOM_READ, 1),
            new Step(AccessPattern.BUFFERED_READ, 1),
            new Step(AccessPattern.BUFFERED_LARGE_READ, 1),
            new Step(AccessPattern.BUFFERED_LARGE_READ, 2));

    private static final List<Step> ONLY_THOROUGH = List.of(
            new Step(AccessPattern.RANDOM_READ, 1, IDLE),
            new Step(AccessPattern.RANDOM_READ, 2),
            new Step(AccessPattern.RANDOM_READ, 64),
            new Step(AccessPattern.RANDOM_WRITE, 32),
            new Step(AccessPattern.FILE_WRITE, 16),
            new Step(AccessPattern.MIXED_70_READ, 128),
            new Step(AccessPattern.LARGE_READ, 16),
            new Step(AccessPattern.LARGE_WRITE, 16));

    /** Keeps two tiers busy at once, to see whether they have something in common. */
    static final Step BESIDE = new Step(AccessPattern.RANDOM_READ, 8);

    public Step {
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(pause, "pause");
        if (depth < 1 || depth > 1024 || pause.isNegative()) {
            throw new IllegalArgumentException(pattern + ": depth " + depth + ", pause " + pause);
        }
    }

    public Step(AccessPattern pattern, int depth) {
        this(pattern, depth, Duration.ZERO);
    }

    /** What a profile measures, in this order. */
    public static List<Step> all(boolean thorough) {
        List<Step> steps = new ArrayList<>(QUICK);
        if (thorough) {
            steps.addAll(QUICK.size() - 4, ONLY_THOROUGH);
        }
        return List.copyOf(steps);
    }

    /** The patterns that this step has results of, the first being its own. */
    public List<AccessPattern> patterns() {
        return switch (pattern) {
            case MIXED_70_READ -> List.of(pattern, AccessPattern.MIXED_70_WRITE);
            case MIXED_50_READ -> List.of(pattern, AccessPattern.MIXED_50_WRITE);
            case APPEND -> List.of(pattern, AccessPattern.FLUSH);
            default -> List.of(pattern);
        };
    }

    /** Whether it reads each block only once, through a page cache that must not know it yet. */
    public boolean cold() {
        return switch (pattern) {
            case BUFFERED_READ, BUFFERED_LARGE_READ, BUFFERED_RANDOM_READ -> true;
            default -> false;
        };
    }
}
