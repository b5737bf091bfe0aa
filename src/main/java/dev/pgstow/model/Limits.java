package dev.pgstow.model;

import org.jspecify.annotations.Nullable;

/** Caps of a tier, such as those of a cloud volume; null where there is none or it is not known. */
public record Limits(
        @Nullable Double readIops,
        @Nullable Double writeIops,
        @Nullable Double totalIops,
        @Nullable Double readBytesPerSecond,
        @Nullable Double writeBytesPerSecond,
        @Nullable Double totalBytesPerSecond) {
    public static final Limits NONE = new Limits(null, null, null, null, null, null);

    /** The smaller of both, for each cap. */
    public Limits min(Limits other) {
        return new Limits(
                min(readIops, other.readIops),
                min(writeIops, other.writeIops),
                min(totalIops, other.totalIops),
                min(readBytesPerSecond, other.readBytesPerSecond),
                min(writeBytesPerSecond, other.writeBytesPerSecond),
                min(totalBytesPerSecond, other.totalBytesPerSecond));
    }

    private static @Nullable Double min(@Nullable Double a, @Nullable Double b) {
        return a == null ? b : b == null ? a : (Double) Math.min(a, b);
    }
}
