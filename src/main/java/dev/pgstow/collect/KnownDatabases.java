package dev.pgstow.collect;

import dev.pgstow.model.Database;
import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which databases the snapshots so far have read. One that a snapshot could not read, be it for a lock or a limit of connections, is
 * compared with the last snapshot that read it, unless something between them is to be left out.
 */
final class KnownDatabases {
    private final Set<Long> comparable = new HashSet<>();
    private final Set<Long> present = new HashSet<>();
    private final Map<Long, Integer> missed = new LinkedHashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private int snapshots;

    /** Whether what it counted since a snapshot before may be told. */
    boolean isComparable(long database) {
        return comparable.contains(database);
    }

    /** Whether all that it holds was made since the snapshot before. */
    boolean isNew(long database) {
        return snapshots > 0 && !present.contains(database);
    }

    /** Goes on to the next snapshot; {@code counts} is whether what lies before it is counted. */
    void add(Snapshot snapshot, boolean counts) {
        snapshots++;
        present.clear();
        for (DatabaseSample database : snapshot.databaseSamples()) {
            present.add(database.oid());
            if (database.read()) {
                comparable.add(database.oid());
            } else {
                missed.merge(database.oid(), 1, Integer::sum);
                if (!counts) {
                    comparable.remove(database.oid());
                }
            }
        }
        comparable.retainAll(present);
        missed.keySet().retainAll(present);
        for (Database database : snapshot.databases()) {
            names.put(database.oid(), database.name());
        }
    }

    /** In words, those that some of the snapshots did not read. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        missed.forEach((database, times) -> {
            if (times < snapshots && names.containsKey(database)) {
                notes.add("database '" + names.get(database) + "' was not read by " + times + " of " + snapshots
                        + " snapshots: what it counted before the first or after the last that read it is left out");
            }
        });
        return notes;
    }
}
