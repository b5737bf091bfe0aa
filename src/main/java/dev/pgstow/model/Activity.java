package dev.pgstow.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What the workload did between two snapshots. Relations are those of the later one.
 *
 * @param snapshots how many snapshots the interval holds, 1 when the counters are those since the last reset
 * @param clients mean number of client sessions that worked at once; 0 when unknown
 * @param notes what makes the figures doubtful, one sentence each
 */
public record Activity(
        Instant from,
        Instant to,
        int snapshots,
        Cluster cluster,
        Map<String, String> settings,
        List<Tablespace> tablespaces,
        List<Database> databases,
        List<RelationActivity> relations,
        WorkloadCounters workload,
        double clients,
        List<String> notes) {
    public Activity {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        settings = Map.copyOf(settings);
        tablespaces = List.copyOf(tablespaces);
        databases = List.copyOf(databases);
        relations = List.copyOf(relations);
        notes = List.copyOf(notes);
    }

    public Duration interval() {
        return Duration.between(from, to);
    }
}
