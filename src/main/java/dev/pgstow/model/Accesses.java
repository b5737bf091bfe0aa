package dev.pgstow.model;

/**
 * Blocks of 8 KiB of one relation that went through its tablespace in an interval, read on the primary and written.
 *
 * @param random read one by one
 * @param sequential read in order, many at a time
 * @param evicted written by backends and the background writer, to make room or because the relation grew; apportioned
 * @param checkpointed written by the checkpointer; apportioned
 */
public record Accesses(double random, double sequential, double evicted, double checkpointed) {
    public static final Accesses NONE = new Accesses(0, 0, 0, 0);

    public double written() {
        return evicted + checkpointed;
    }
}
