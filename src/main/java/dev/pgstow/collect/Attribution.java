package dev.pgstow.collect;

import dev.pgstow.model.Accesses;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Counters;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.WorkloadCounters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns the counters of an interval into accesses to storage. PostgreSQL counts reads by relation, but not which were in
 * order; writes it counts for the whole server only: they are apportioned by what each relation dirtied.
 */
final class Attribution {
    /** Of a row whose size is unknown. */
    private static final double ROW_BYTES = 100;

    private final Map<RelationName, Counters> tables = new HashMap<>();
    private final double scannedInRing;
    private final long checkpoints;
    private final double evictedPerDirtied;
    private final double checkpointedPerDirtied;

    /**
     * Adds up what was dirtied.
     *
     * @param relations with the differences of their counters
     * @param workload of the same interval
     * @param sharedBufferBytes tables larger than a quarter of it, TOAST not counted, are scanned in order through a ring of
     *     buffers
     */
    Attribution(List<RelationSample> relations, WorkloadCounters workload, double sharedBufferBytes) {
        this.scannedInRing = sharedBufferBytes / 4;
        this.checkpoints = Math.max(1, workload.checkpoints().all());
        for (RelationSample each : relations) {
            if (!each.relation().kind().isIndex()) {
                tables.put(each.relation().name(), each.counters());
            }
        }
        double evicted = 0;
        double checkpointed = 0;
        for (RelationSample each : relations) {
            evicted += evicted(each);
            checkpointed += checkpointed(each);
        }
        this.evictedPerDirtied = evicted == 0 ? 0 : workload.blocksWritten() / evicted;
        this.checkpointedPerDirtied =
                checkpointed == 0 ? 0 : workload.checkpoints().blocksWritten() / checkpointed;
    }

    Accesses of(RelationSample each) {
        double sequential = sequential(each);
        return new Accesses(
                each.counters().blocksRead() - sequential,
                sequential,
                evicted(each) * evictedPerDirtied,
                checkpointed(each) * checkpointedPerDirtied);
    }

    /** Other reads than those of scans of large tables are of single blocks; so are all of TOAST, which its index finds. */
    private double sequential(RelationSample each) {
        Relation relation = each.relation();
        Counters counters = each.counters();
        if (relation.kind().isIndex()
                || counters.sequentialScans() == 0
                || relation.withoutToast().bytes() < scannedInRing) {
            return 0;
        }
        double blocks = relation.withoutToast().blocks();
        double scanned = relation.rows() > 0
                ? counters.sequentialTuples() / relation.rows() * blocks
                : counters.sequentialScans() * blocks;
        return Math.min(counters.blocksRead(), scanned);
    }

    /**
     * Blocks that were dirtied and had been read in for it, or were new. Pages that stay cached are dirtied often and written
     * seldom: without this bound a small index would get a third of all writes.
     */
    private double evicted(RelationSample each) {
        return grown(each) + Math.min(changes(each), each.counters().blocksRead());
    }

    /**
     * Distinct blocks that were dirty at a checkpoint: of {@code b} blocks, {@code n} changes at random hit
     * {@code b (1 - exp(-n / b))}.
     */
    private double checkpointed(RelationSample each) {
        double changes = (changes(each) + grown(each)) / checkpoints;
        double blocks = Math.max(1, each.relation().size().blocks());
        return checkpoints * blocks * -Math.expm1(-changes / blocks);
    }

    /** Blocks that inserted rows filled: of the table at most one each, of TOAST as many as its rows have on average. */
    private static double grown(RelationSample each) {
        Relation relation = each.relation();
        if (relation.kind().isIndex() || !relation.kind().hasStorage()) {
            return 0;
        }
        if (relation.rows() <= 0) {
            return each.counters().inserted() * ROW_BYTES / ByteSize.BLOCK;
        }
        double rows = relation.rows() * ByteSize.BLOCK;
        double toast = relation.storage().toast().bytes() / rows;
        return each.counters().inserted() * (Math.min(1, relation.withoutToast().bytes() / rows) + toast);
    }

    /** Changes of blocks that were there: of an index, entries made by inserts and by updates that are not heap-only. */
    private double changes(RelationSample each) {
        IndexFacts index = each.relation().index();
        if (index != null && each.relation().kind().hasStorage()) {
            Counters table = tables.getOrDefault(index.table(), Counters.ZERO);
            return Math.max(0, table.inserted() + table.updated() - table.hotUpdated());
        }
        return each.relation().kind().hasStorage()
                ? each.counters().updated() + each.counters().deleted()
                : 0;
    }
}
