package dev.pgstow.collect;

import dev.pgstow.model.Snapshot;

/** Reads one cluster's catalog and counters. */
public interface CatalogReader {
    /**
     * Takes a snapshot of all databases that this role may connect to.
     *
     * @param busySessions what the snapshot shall say about the sessions since the one before
     */
    Snapshot read(double busySessions);

    /** How many other client sessions are at work now, or were within the last second. */
    int busySessions();
}
