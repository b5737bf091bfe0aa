package dev.pgstow.postgres;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Counters;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.postgres.SizeReader.Size;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The sizes of one database's relations. Asking for one costs the server several file system calls, so what nobody wrote to since it
 * was last asked for is not asked for again, but once an hour: VACUUM makes relations smaller and counts no rows.
 */
final class KnownSizes {
    private static final Duration AGE = Duration.ofHours(1);
    /** With more to ask for than this share, all are asked for: a list of OIDs has its price too. */
    private static final double MANY = 0.2;

    private Map<Long, Known> known = new HashMap<>();
    private long asked;

    /**
     * A size and what it depends on.
     *
     * @param changes rows of its table that were ever inserted, updated or deleted
     */
    private record Known(Size size, long fileNode, long changes) {}

    /** Whether all sizes are to be read, whatever was written to. */
    boolean areOld() {
        return known.isEmpty() || System.nanoTime() - asked > AGE.toNanos();
    }

    /** The samples with sizes that were all read just now; one that is missing keeps what the last VACUUM or ANALYZE saw. */
    List<RelationSample> complete(List<RelationSample> samples, Map<Long, Size> all) {
        asked = System.nanoTime();
        return sized(samples, changes(samples), Set.of(), all);
    }

    /** The samples with their sizes, of which only those are read that may have changed. Ends the transaction. */
    List<RelationSample> complete(List<RelationSample> samples, SizeReader reader) throws SQLException {
        Map<RelationName, Long> changes = changes(samples);
        Set<Long> unknown = unknown(samples, changes);
        if (unknown.size() > MANY * samples.size()) {
            return complete(samples, reader.read());
        }
        return sized(samples, changes, unknown, unknown.isEmpty() ? Map.of() : reader.read(unknown));
    }

    private List<RelationSample> sized(
            List<RelationSample> samples, Map<RelationName, Long> changes, Set<Long> unknown, Map<Long, Size> read) {
        Map<Long, Known> next = new HashMap<>(2 * samples.size());
        List<RelationSample> sized = new ArrayList<>(samples.size());
        for (RelationSample sample : samples) {
            Relation relation = sample.relation();
            long oid = relation.oid();
            Known before = unknown.contains(oid) ? null : known.get(oid);
            Size size = read.containsKey(oid) ? read.get(oid) : before == null ? null : before.size;
            if (size != null) {
                next.put(
                        oid,
                        new Known(size, relation.storage().fileNode(), changes.getOrDefault(relation.table(), 0L)));
            }
            sized.add(
                    size == null || !relation.kind().hasStorage()
                            ? sample
                            : new RelationSample(relation.sized(size.all(), size.toast()), sample.counters()));
        }
        known = next;
        return sized;
    }

    private static Map<RelationName, Long> changes(List<RelationSample> samples) {
        Map<RelationName, Long> changes = new HashMap<>();
        for (RelationSample sample : samples) {
            if (!sample.relation().kind().isIndex()) {
                Counters counters = sample.counters();
                changes.put(sample.relation().name(), counters.inserted() + counters.updated() + counters.deleted());
            }
        }
        return changes;
    }

    private Set<Long> unknown(List<RelationSample> samples, Map<RelationName, Long> changes) {
        Set<Long> unknown = new HashSet<>();
        for (RelationSample sample : samples) {
            Relation relation = sample.relation();
            IndexFacts index = relation.index();
            RelationName table = index == null ? relation.name() : index.table();
            Known before = known.get(relation.oid());
            if (relation.kind().hasStorage()
                    && (before == null
                            || before.fileNode != relation.storage().fileNode()
                            || before.changes != changes.getOrDefault(table, 0L))) {
                unknown.add(relation.oid());
            }
        }
        return unknown;
    }

    /** What large objects there must be before they are worth a line. */
    static boolean isWorthALine(Relation relation) {
        return !relation.name().schema().equals("pg_catalog") || relation.size().compareTo(ByteSize.ofMiB(1)) >= 0;
    }
}
