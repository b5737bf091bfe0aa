package dev.pgstow.verify;

import dev.pgstow.model.Cluster;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;

/**
 * Under which conditions a side was measured.
 *
 * @param startedAt when the server started
 * @param settings those that change what a workload achieves, by name, as SHOW prints them
 */
public record Conditions(Cluster cluster, String database, Instant startedAt, Map<String, String> settings) {
    public Conditions {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(startedAt, "startedAt");
        settings = Map.copyOf(settings);
    }
}
