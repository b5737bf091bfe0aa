package dev.pgstow.collect;

import dev.pgstow.model.Snapshot;

/** Where snapshots are kept. Each is safely stored when the call returns. */
public interface SnapshotSink {
    void append(Snapshot snapshot);
}
