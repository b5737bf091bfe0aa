package dev.pgstow.model;

/**
 * Checkpoints since the statistics were reset, or in an interval.
 *
 * @param requested those that did not wait for checkpoint_timeout, most often because WAL filled up
 * @param blocksWritten by the checkpointer
 */
public record Checkpoints(long timed, long requested, long blocksWritten, double writeSeconds, double syncSeconds) {
    public static final Checkpoints NONE = new Checkpoints(0, 0, 0, 0, 0);

    public long all() {
        return timed + requested;
    }

    Checkpoints plus(Checkpoints other, int sign) {
        return new Checkpoints(
                timed + sign * other.timed,
                requested + sign * other.requested,
                blocksWritten + sign * other.blocksWritten,
                writeSeconds + sign * other.writeSeconds,
                syncSeconds + sign * other.syncSeconds);
    }
}
