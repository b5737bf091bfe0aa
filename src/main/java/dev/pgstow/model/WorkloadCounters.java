package dev.pgstow.model;

import org.jspecify.annotations.Nullable;

/**
 * Counters of the whole server, or the difference of two readings. Times are in seconds, summed over sessions.
 *
 * @param readSeconds time sessions waited for block reads; 0 and meaningless when track_io_timing is off
 * @param writeSeconds likewise for block writes and extensions by client backends
 * @param activeSeconds time sessions spent executing statements ({@code pg_stat_database.active_time}, 14+)
 * @param blocksWritten relation blocks written or extended by backends and the background writer, not the checkpointer
 * @param walSyncs flushes of WAL
 * @param walSeconds time waited for WAL writes and flushes; absent where the server does not time them
 */
public record WorkloadCounters(
        long commits,
        long rollbacks,
        long blocksRead,
        double readSeconds,
        double writeSeconds,
        @Nullable Double activeSeconds,
        long blocksWritten,
        long walBytes,
        long walSyncs,
        @Nullable Double walSeconds,
        long temporaryBytes) {
    public WorkloadCounters minus(WorkloadCounters earlier) {
        return new WorkloadCounters(
                commits - earlier.commits,
                rollbacks - earlier.rollbacks,
                blocksRead - earlier.blocksRead,
                readSeconds - earlier.readSeconds,
                writeSeconds - earlier.writeSeconds,
                difference(activeSeconds, earlier.activeSeconds),
                blocksWritten - earlier.blocksWritten,
                walBytes - earlier.walBytes,
                walSyncs - earlier.walSyncs,
                difference(walSeconds, earlier.walSeconds),
                temporaryBytes - earlier.temporaryBytes);
    }

    private static @Nullable Double difference(@Nullable Double later, @Nullable Double earlier) {
        return later == null || earlier == null ? null : later - earlier;
    }
}
