package dev.pgstow.collect;

import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.WorkloadCounters;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** What lies between two snapshots that follow one another, for the server as a whole. */
final class Interval {
    private final Snapshot before;
    private final Snapshot after;
    private final boolean reset;
    private final WorkloadCounters workload;

    Interval(Snapshot before, Snapshot after) {
        this.before = before;
        this.after = after;
        Map<Long, DatabaseSample> earlier = new HashMap<>();
        before.databaseSamples().forEach(database -> earlier.put(database.oid(), database));
        boolean databaseReset = false;
        for (DatabaseSample database : after.databaseSamples()) {
            DatabaseSample then = earlier.remove(database.oid());
            databaseReset |= then != null && database.beganAnew(then);
        }
        WorkloadCounters start = before.workload();
        for (DatabaseSample dropped : earlier.values()) {
            start = start.without(dropped);
        }
        this.workload = after.workload().minus(start);
        this.reset = databaseReset
                || !Objects.equals(before.statisticsReset(), after.statisticsReset())
                || workload.anyNegative();
    }

    Duration length() {
        return Duration.between(before.takenAt(), after.takenAt());
    }

    /** Whether the counters of the server or of a database began anew: by hand, or because a crash lost them. */
    boolean reset() {
        return reset;
    }

    /** What was counted in it; without sense when {@link #reset}. */
    WorkloadCounters workload() {
        return workload;
    }
}
