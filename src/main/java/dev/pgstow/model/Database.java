package dev.pgstow.model;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A database of the cluster.
 *
 * @param tablespace its default tablespace, by name
 * @param statisticsReset when its counters began, null when the server does not say
 */
public record Database(
        String name, long oid, String tablespace, @Nullable Instant statisticsReset) {
    public Database {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(tablespace, "tablespace");
    }
}
