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
        return new Counters(
                blocksRead - earlier.blocksRead,
                blocksHit - earlier.blocksHit,
                sequentialScans - earlier.sequentialScans,
                sequentialTuples - earlier.sequentialTuples,
                indexScans - earlier.indexScans,
                tuplesFetched - earlier.tuplesFetched,
                inserted - earlier.inserted,
                updated - earlier.updated,
                deleted - earlier.deleted,
                hotUpdated - earlier.hotUpdated);
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
