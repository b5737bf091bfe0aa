package dev.pgstow.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Catalog and counters of a whole cluster at one instant. Counters are cumulative.
 *
 * @param startedAt when the server started: counters do not survive a crash
 * @param settings the planner, I/O, checkpoint and WAL settings that the model and the findings use, by name, with units
 * @param busySessions mean number of client sessions that worked since the snapshot before, sampled; 0 in a first one
 * @param gaps what this role could not see, one sentence each
 */
public record Snapshot(
        Instant takenAt,
        Instant startedAt,
        Cluster cluster,
        Map<String, String> settings,
        List<Tablespace> tablespaces,
        List<Database> databases,
        List<RelationActivity> relations,
        WorkloadCounters workload,
        double busySessions,
        List<String> gaps) {
    public Snapshot {
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(startedAt, "startedAt");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(workload, "workload");
        settings = Map.copyOf(settings);
        tablespaces = List.copyOf(tablespaces);
        databases = List.copyOf(databases);
        relations = List.copyOf(relations);
        gaps = List.copyOf(gaps);
    }
}
