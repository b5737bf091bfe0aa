package dev.pgstow.advise;

import dev.pgstow.model.Accesses;
import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import java.util.HashMap;
import java.util.Map;

/**
 * What one transaction asks of each relation, from the counters of an interval. Every block read counts as one that reached a
 * device, and every latency as waited for, until {@link Calibration} knows better.
 */
final class Demands {
    /** Of rows read by bitmap scans, from which on a table counts as prefetched: the counters have rows, not blocks. */
    private static final double PREFETCHED = 0.02;

    private final Map<RelationName, Demand> byRelation = new HashMap<>();
    private final Map<RelationName, Long> byIndexScans = new HashMap<>();
    private final Map<RelationName, Boolean> prefetched = new HashMap<>();

    Demands(Activity activity) {
        double commits = Math.max(1, activity.workload().commits());
        activity.relations().forEach(this::gather);
        for (RelationActivity each : activity.relations()) {
            Accesses accesses = each.accesses();
            RelationName name = each.relation().name();
            byRelation.put(
                    name,
                    new Demand(
                            accesses.random() / commits,
                            accesses.random() / commits,
                            accesses.sequential() / Demand.SEQUENTIAL_BLOCKS / commits,
                            each.counters().blocksRead() * ByteSize.BLOCK / commits,
                            accesses.evicted() / commits));
            prefetched.put(name, isPrefetched(each));
        }
    }

    Demand of(RelationName relation) {
        return byRelation.getOrDefault(relation, Demand.NONE);
    }

    /** Whether bitmap heap scans read it, which ask for blocks ahead of need. Index blocks never are (up to 18). */
    boolean prefetched(RelationName relation) {
        return prefetched.getOrDefault(relation, false);
    }

    private void gather(RelationActivity each) {
        IndexFacts index = each.relation().index();
        if (index != null) {
            byIndexScans.merge(index.table(), each.counters().tuplesFetched(), Long::sum);
        }
    }

    private boolean isPrefetched(RelationActivity each) {
        double fetched = each.counters().tuplesFetched();
        if (each.relation().kind().isIndex() || fetched <= 0) {
            return false;
        }
        return 1 - byIndexScans.getOrDefault(each.relation().name(), 0L) / fetched > PREFETCHED;
    }
}
