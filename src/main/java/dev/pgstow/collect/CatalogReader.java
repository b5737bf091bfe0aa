package dev.pgstow.collect;

import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;

/** Reads one cluster's catalog and counters. */
public interface CatalogReader {
    /**
     * Takes a snapshot of all databases that this role may connect to.
     *
     * @param sessions what the snapshot shall say about the sessions since the one before
     * @throws PgstowException (cannot-connect) when the server does not answer; the next call tries again
     */
    Snapshot read(Sessions sessions);

    /**
     * What the client sessions do now, our own left out.
     *
     * @throws PgstowException as {@link #read}
     */
    Sessions sessions();
}
