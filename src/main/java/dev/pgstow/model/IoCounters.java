package dev.pgstow.model;

/**
 * A row of {@code pg_stat_io} (16+), or the difference of two. Times are zero where the server does not time I/O.
 *
 * @param context such as {@code normal}, {@code vacuum} or {@code bulkread}
 * @param reads requests: blocks up to 17, of up to io_combine_limit from 18
 */
public record IoCounters(
        String backendType,
        String object,
        String context,
        long reads,
        long readBytes,
        double readSeconds,
        long writes,
        long writeBytes,
        double writeSeconds,
        long extensions,
        long extendBytes,
        double extendSeconds,
        long fsyncs,
        double fsyncSeconds) {
    boolean isAs(IoCounters other) {
        return backendType.equals(other.backendType) && object.equals(other.object) && context.equals(other.context);
    }

    IoCounters plus(IoCounters other, int sign) {
        return new IoCounters(
                backendType,
                object,
                context,
                reads + sign * other.reads,
                readBytes + sign * other.readBytes,
                readSeconds + sign * other.readSeconds,
                writes + sign * other.writes,
                writeBytes + sign * other.writeBytes,
                writeSeconds + sign * other.writeSeconds,
                extensions + sign * other.extensions,
                extendBytes + sign * other.extendBytes,
                extendSeconds + sign * other.extendSeconds,
                fsyncs + sign * other.fsyncs,
                fsyncSeconds + sign * other.fsyncSeconds);
    }
}
