package dev.pgstow.advise;

import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Counters;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one transaction asks of each relation, from the counters of an interval. Every block read counts as one that reached a
 * device, and every latency as waited for, until {@link Calibration} knows better.
 */
final class Demands {
    /** Of rows read by bitmap scans, from which on a table counts as prefetched: the counters have rows, not blocks. */
    private static final double PREFETCHED = 0.02;

    private final Map<RelationName, Demand> byRelation = new HashMap<>();
    private final Map<RelationName, Counters> tables = new HashMap<>();
    private final Map<RelationName, Long> byIndexScans = new HashMap<>();
    private final Map<RelationName, Boolean> prefetched = new HashMap<>();

    Demands(Activity activity, double sharedBufferBytes) {
        double commits = Math.max(1, activity.workload().commits());
        List<RelationActivity> relations = activity.relations();
        relations.forEach(this::gather);
        double dirtied = 0;
        for (RelationActivity each : relations) {
            dirtied += dirtied(each);
        }
        double written = activity.workload().blocksWritten() / commits;
        for (RelationActivity each : relations) {
            double writes = dirtied == 0 ? 0 : written * dirtied(each) / dirtied;
            double sequential = sequentialBlocks(each, sharedBufferBytes);
            double random = each.counters().blocksRead() - sequential;
            RelationName name = each.relation().name();
            byRelation.put(
                    name,
                    new Demand(
                            random / commits,
                            random / commits,
                            sequential / Demand.SEQUENTIAL_BLOCKS / commits,
                            each.counters().blocksRead() * ByteSize.BLOCK / commits,
                            writes));
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
        if (index == null) {
            tables.put(each.relation().name(), each.counters());
        } else {
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

    /** A table larger than a quarter of shared buffers is scanned through a ring, in pieces; other reads are single blocks. */
    private static double sequentialBlocks(RelationActivity each, double sharedBufferBytes) {
        Relation relation = each.relation();
        Counters counters = each.counters();
        if (relation.kind().isIndex()
                || counters.sequentialScans() == 0
                || relation.size().bytes() < sharedBufferBytes / 4) {
            return 0;
        }
        double blocks = relation.size().blocks();
        double scanned = relation.rows() > 0
                ? counters.sequentialTuples() / relation.rows() * blocks
                : counters.sequentialScans() * blocks;
        return Math.min(counters.blocksRead(), scanned);
    }

    /**
     * Blocks that were dirtied and had been read in for it. Pages that stay cached are dirtied often and written seldom: without
     * this bound a small index would get a third of all writes.
     */
    private double dirtied(RelationActivity each) {
        Relation relation = each.relation();
        Counters own = each.counters();
        IndexFacts index = relation.index();
        if (index != null) {
            Counters table = tables.getOrDefault(index.table(), Counters.ZERO);
            double entries = table.inserted() + table.updated() - table.hotUpdated();
            return Math.max(0, Math.min(entries, own.blocksRead()));
        }
        if (relation.kind() == RelationKind.PARTITIONED_TABLE) {
            return 0;
        }
        double rowBytes = relation.rows() > 0 ? relation.size().bytes() / relation.rows() : 100;
        return own.inserted() * Math.min(1, rowBytes / ByteSize.BLOCK)
                + Math.min(own.updated() + own.deleted(), own.blocksRead());
    }
}
