package dev.pgstow.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How much of what the server read was read from a device, and not from the kernel's page cache.
 *
 * @param source what tells
 * @param share 0 to 1; null when nothing tells
 * @param meanReadSeconds that a backend waited for a read; null without track_io_timing
 */
public record DeviceReads(
        Source source, @Nullable Double share, @Nullable Double meanReadSeconds) {
    /** What tells the two apart. */
    public enum Source {
        /** The server passes the page cache: {@code debug_io_direct}. */
        DIRECT_IO,
        /** {@code pg_stat_kcache}: the kernel counted for the statements of each session. */
        KCACHE,
        /** {@code /proc/diskstats} of the devices under the tablespaces; others' reads are among them. */
        DISKSTATS,
        /** {@code track_io_timing}: the mean time of a read, to be compared with the device's own. */
        TIMING,
        NONE
    }

    public static final DeviceReads UNKNOWN = new DeviceReads(Source.NONE, null, null);

    public DeviceReads {
        Objects.requireNonNull(source, "source");
    }

    /** The share, where it was counted for the server alone; null where it is a bound or a guess. */
    public @Nullable Double counted() {
        return source == Source.DIRECT_IO || source == Source.KCACHE ? share : null;
    }
}
