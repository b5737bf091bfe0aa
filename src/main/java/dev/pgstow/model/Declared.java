package dev.pgstow.model;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a tier says about it.
 *
 * @param caps that hold for as long as one likes
 * @param readLatency seconds of a random read of 8 KiB; what counts for a tier that was never measured
 * @param writeLatency likewise of a write
 * @param syncLatency likewise of a write with fdatasync
 * @param source where these figures come from, with its date; null when the owner just knows
 * @param burst what the tier can do above its caps for a while; no placement counts on it
 */
public record Declared(
        Limits caps,
        @Nullable Double readLatency,
        @Nullable Double writeLatency,
        @Nullable Double syncLatency,
        @Nullable Burst burst,
        @Nullable String source) {
    public static final Declared NONE = new Declared(Limits.NONE, null, null, null, null, null);

    /** Rates above the caps and how long saved-up credit lasts at them; null where not said. */
    public record Burst(
            @Nullable Double iops,
            @Nullable Double bytesPerSecond,
            @Nullable Duration lasts) {}

    public Declared {
        Objects.requireNonNull(caps, "caps");
    }

    public static Declared of(Limits caps) {
        return new Declared(caps, null, null, null, null, null);
    }
}
