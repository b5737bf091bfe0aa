package dev.pgstow.collect;

import dev.pgstow.model.Database;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Snapshot;
import java.util.HashMap;
import java.util.Map;

/** A relation in the cluster, whatever it is called: OIDs are unique in a database, and a database keeps its own when it is renamed. */
record Key(long database, long oid) {
    /** What initdb made has an OID below this one (PostgreSQL source, {@code FirstNormalObjectId}). */
    private static final long FIRST_OF_USERS = 16384;

    boolean madeByInitdb() {
        return oid < FIRST_OF_USERS;
    }

    /** The keys of one snapshot: names of databases mean something within it alone. */
    static final class Of {
        private final Map<String, Long> databases = new HashMap<>();

        Of(Snapshot snapshot) {
            for (Database database : snapshot.databases()) {
                databases.put(database.name(), database.oid());
            }
        }

        Key key(RelationSample sample) {
            return new Key(
                    databases.getOrDefault(sample.relation().name().database(), 0L),
                    sample.relation().oid());
        }
    }
}
