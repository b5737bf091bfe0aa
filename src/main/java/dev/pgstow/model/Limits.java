package dev.pgstow.model;

import org.jspecify.annotations.Nullable;

/** Caps that the owner of a tier declares, such as those of a cloud volume; null where there is none. */
public record Limits(
        @Nullable Double readIops,
        @Nullable Double writeIops,
        @Nullable Double totalIops,
        @Nullable Double readBytesPerSecond,
        @Nullable Double writeBytesPerSecond,
        @Nullable Double totalBytesPerSecond) {
    public static final Limits NONE = new Limits(null, null, null, null, null, null);
}
