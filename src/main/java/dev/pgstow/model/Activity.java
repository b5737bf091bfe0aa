package dev.pgstow.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What the workload did between two snapshots. Relations are those of the later one.
 *
 * @param observed how much of that time the counters stand for: less where moves of pgstow were at work
 * @param snapshots how many snapshots the interval holds, 1 when the counters are those since the last reset
 * @param sessions means over the interval; none when they were not sampled
 * @param deviceReads how much of the reads reached a device
 * @param standbys whose reads are in it, by name
 * @param notes what makes the figures doubtful, one sentence each
 */
public record Activity(
        Instant from,
        Instant to,
        Duration observed,
        int snapshots,
        Cluster cluster,
        Map<String, String> settings,
        List<Tablespace> tablespaces,
        List<Database> databases,
        List<RelationActivity> relations,
        WorkloadCounters workload,
        Sessions sessions,
        DeviceReads deviceReads,
        List<String> standbys,
        List<String> notes) {
    public Activity {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(observed, "observed");
        settings = Map.copyOf(settings);
        tablespaces = List.copyOf(tablespaces);
        databases = List.copyOf(databases);
        relations = List.copyOf(relations);
        standbys = List.copyOf(standbys);
        notes = List.copyOf(notes);
    }

    /** How long the figures are of. */
    public Duration interval() {
        return observed;
    }

    /** Mean number of client sessions that worked at once; 0 when unknown. */
    public double clients() {
        return sessions.busy();
    }

    public Activity with(List<RelationActivity> others) {
        return new Activity(
                from,
                to,
                observed,
                snapshots,
                cluster,
                settings,
                tablespaces,
                databases,
                others,
                workload,
                sessions,
                deviceReads,
                standbys,
                notes);
    }
}
