package dev.pgstow.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Catalog and counters of a whole cluster at one instant. Counters are cumulative.
 *
 * @param startedAt when the server started
 * @param statisticsReset when the counters of the whole server began, which a crash makes begin anew; null when it does not say
 * @param settings the planner, I/O, checkpoint and WAL settings that the model and the findings use, by name, with units
 * @param databases those that may be connected to, templates left out
 * @param databaseSamples all databases of the cluster, and which of them were read
 * @param sessions as sampled since the snapshot before; none in a first one
 * @param standbys that were read too, by name
 * @param gaps what this role could not see, one sentence each
 */
public record Snapshot(
        Instant takenAt,
        Instant startedAt,
        @Nullable Instant statisticsReset,
        Cluster cluster,
        Map<String, String> settings,
        List<Tablespace> tablespaces,
        List<Database> databases,
        List<DatabaseSample> databaseSamples,
        List<RelationSample> relations,
        WorkloadCounters workload,
        Sessions sessions,
        List<String> standbys,
        List<String> gaps) {
    public Snapshot {
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(startedAt, "startedAt");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(workload, "workload");
        Objects.requireNonNull(sessions, "sessions");
        settings = Map.copyOf(settings);
        tablespaces = List.copyOf(tablespaces);
        databases = List.copyOf(databases);
        databaseSamples = List.copyOf(databaseSamples);
        relations = List.copyOf(relations);
        standbys = List.copyOf(standbys);
        gaps = List.copyOf(gaps);
    }

    public Snapshot with(List<RelationSample> others) {
        return new Snapshot(
                takenAt,
                startedAt,
                statisticsReset,
                cluster,
                settings,
                tablespaces,
                databases,
                databaseSamples,
                others,
                workload,
                sessions,
                standbys,
                gaps);
    }
}
