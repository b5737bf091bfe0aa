package dev.pgstow.model;

import org.jspecify.annotations.Nullable;

/**
 * How a rate behaved while it was measured.
 *
 * @param steady whether it stopped drifting; null when nobody looked
 * @param burst operations per second before it dropped to what counts; null when it did not drop
 */
public record Course(@Nullable Boolean steady, @Nullable Double burst) {
    public static final Course STEADY = new Course(true, null);
    public static final Course UNSTEADY = new Course(false, null);
    public static final Course UNKNOWN = new Course(null, null);
}
