package dev.pgstow.model;

/**
 * PostgreSQL's counters of one relation, or the difference of two readings. Blocks are of 8 KiB.
 *
 * @param blocksRead not found in shared buffers; the kernel's page cache may have served them. For a table TOAST included
 * @param tuplesFetched {@code idx_tup_fetch}: of a table by all index and bitmap scans, of an index by plain index scans
 */
public record Counters(
        long blocksRead,
        long blocksHit,
        long sequentialScans,
        long sequentialTuples,
        long indexScans,
        long tuplesFetched,
        long inserted,
        long updated,
        long deleted,
        long hotUpdated) {
    public static final Counters ZERO = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    public Counters minus(Counters earlier) {
        return plus(earlier, -1);
    }

    public Counters plus(Counters other) {
        return plus(other, 1);
    }

    private Counters plus(Counters other, int sign) {
        return new Counters(
                blocksRead + sign * other.blocksRead,
                blocksHit + sign * other.blocksHit,
                sequentialScans + sign * other.sequentialScans,
                sequentialTuples + sign * other.sequentialTuples,
                indexScans + sign * other.indexScans,
                tuplesFetched + sign * other.tuplesFetched,
                inserted + sign * other.inserted,
                updated + sign * other.updated,
                deleted + sign * other.deleted,
                hotUpdated + sign * other.hotUpdated);
    }

    /** Whether one of them is below zero, which in a difference means that the statistics were reset in between. */
    public boolean anyNegative() {
        return (blocksRead
                        | blocksHit
                        | sequentialScans
                        | sequentialTuples
                        | indexScans
                        | tuplesFetched
                        | inserted
                        | updated
                        | deleted
                        | hotUpdated)
                < 0;
    }
}
