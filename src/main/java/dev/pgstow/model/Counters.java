package dev.pgstow.model;

/**
 * PostgreSQL's counters of one relation, or the difference of two readings. Blocks are of 8 KiB. In a snapshot a table's are its own
 * alone, in an activity with what was read through its indexes, as in {@code pg_stat_all_tables}: an index may be dropped, which is
 * no reset of its table.
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

    /**
     * What was counted since an earlier reading; all there is when they began anew.
     *
     * @param rewritten in between, which gives a table another TOAST table, whose blocks count from zero
     */
    public Counters since(Counters earlier, boolean rewritten) {
        if (equals(earlier)) {
            return ZERO;
        }
        return beganAnew(earlier, rewritten) ? this : minus(earlier).atLeastZeroBlocks();
    }

    /** Whether they were reset since an earlier reading: they cannot fall otherwise, but for the blocks of a rewritten table. */
    public boolean beganAnew(Counters earlier, boolean rewritten) {
        Counters difference = minus(earlier);
        return (rewritten ? difference.withoutBlocks() : difference).anyNegative();
    }

    private Counters atLeastZeroBlocks() {
        return blocksRead >= 0 && blocksHit >= 0 ? this : withBlocks(Math.max(0, blocksRead), Math.max(0, blocksHit));
    }

    private Counters withoutBlocks() {
        return withBlocks(0, 0);
    }

    private Counters withBlocks(long read, long hit) {
        return new Counters(
                read,
                hit,
                sequentialScans,
                sequentialTuples,
                indexScans,
                tuplesFetched,
                inserted,
                updated,
                deleted,
                hotUpdated);
    }

    /** What the counters of an index add to those of its table. */
    public Counters throughIndex() {
        return indexScans == 0 && tuplesFetched == 0
                ? ZERO
                : new Counters(0, 0, 0, 0, indexScans, tuplesFetched, 0, 0, 0, 0);
    }

    public Counters minus(Counters earlier) {
        return plus(earlier, -1);
    }

    public Counters plus(Counters other) {
        return other.equals(ZERO) ? this : equals(ZERO) ? other : plus(other, 1);
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

    private boolean anyNegative() {
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
