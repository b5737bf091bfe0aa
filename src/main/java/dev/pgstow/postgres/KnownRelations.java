package dev.pgstow.postgres;

import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationSample;
import dev.pgstow.postgres.CounterReader.Counted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.DSLContext;

/**
 * The relations of one database without their sizes. Their counters are read each time; what the catalog says of them, which costs the
 * server several times more, of those only whose rows in it changed.
 */
final class KnownRelations {
    /** With more to ask for than this share, all are asked for: a list of OIDs has its price too. */
    private static final double MANY = 0.2;

    private final String database;
    private Map<Long, Known> known = Map.of();
    private List<Object> rest = List.of();

    private record Known(long version, Relation relation) {}

    KnownRelations(String database) {
        this.database = database;
    }

    /** All relations as they are now, by OID. */
    List<RelationSample> read(DSLContext sql) {
        FactsReader facts = new FactsReader(sql, database);
        // in this order: what changes in between has another version the next time
        List<Object> restNow = facts.versionOfTheRest();
        Map<Long, Counted> counted = CounterReader.read(sql);
        Map<Long, Relation> read = restNow.equals(rest) ? changed(facts, counted) : facts.all();
        rest = restNow;
        Map<Long, Known> now = new HashMap<>(2 * counted.size());
        List<RelationSample> samples = new ArrayList<>(counted.size());
        counted.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(each -> {
            Known before = known.get(each.getKey());
            Relation relation =
                    read.containsKey(each.getKey()) || before == null ? read.get(each.getKey()) : before.relation;
            if (relation != null) {
                Relation current = relation.analyzed(
                        each.getValue().rows(), each.getValue().pages());
                now.put(each.getKey(), new Known(each.getValue().version(), current));
                samples.add(new RelationSample(current, each.getValue().counters()));
            }
        });
        known = now;
        return samples;
    }

    /** The facts of what is new or changed, or of all. */
    private Map<Long, Relation> changed(FactsReader facts, Map<Long, Counted> counted) {
        Set<Long> changed = new HashSet<>();
        counted.forEach((oid, each) -> {
            Known before = known.get(oid);
            if (before == null || before.version != each.version()) {
                changed.add(oid);
            }
        });
        if (changed.size() > MANY * counted.size()) {
            return facts.all();
        }
        Map<Long, Relation> read = facts.of(changed);
        return read.values().stream().anyMatch(this::isRenamed) ? facts.all() : read;
    }

    /** Then others carry its old name: a table's indexes, and partitions. */
    private boolean isRenamed(Relation relation) {
        Known before = known.get(relation.oid());
        return before != null && !before.relation.name().equals(relation.name());
    }
}
