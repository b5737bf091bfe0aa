package dev.pgstow.collect;

import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What lies between two snapshots that follow one another. */
final class Interval {
    private final Snapshot before;
    private final Snapshot after;
    private final Map<Key, RelationSample> byOid = new HashMap<>();
    private final Map<RelationName, RelationSample> byName = new HashMap<>();

    /** OIDs are unique in a database. */
    record Key(String database, long oid) {
        static Key of(RelationSample sample) {
            return new Key(
                    sample.relation().name().database(), sample.relation().oid());
        }
    }

    /**
     * One relation's part.
     *
     * @param was the key it had before, null when it is new
     * @param reset whether its counters went down, so that they count from zero
     */
    record Change(
            RelationSample now,
            @Nullable RelationSample then,
            Counters counters,
            List<Counters> onStandbys,
            boolean reset) {
        boolean created() {
            return then == null;
        }

        /** By TRUNCATE, VACUUM FULL, CLUSTER, REINDEX or a move. */
        boolean rewritten() {
            return then != null
                    && then.relation().storage().fileNode()
                            != now.relation().storage().fileNode();
        }

        boolean renamed() {
            return then != null && !then.relation().name().equals(now.relation().name());
        }

        boolean moved() {
            return then != null
                    && !then.relation().tablespace().equals(now.relation().tablespace());
        }
    }

    Interval(Snapshot before, Snapshot after) {
        this.before = before;
        this.after = after;
        for (RelationSample sample : before.relations()) {
            byOid.put(Key.of(sample), sample);
            byName.put(sample.relation().name(), sample);
        }
    }

    Duration length() {
        return Duration.between(before.takenAt(), after.takenAt());
    }

    /** Whether the counters of the server or of a database began anew: by hand, or because a crash lost them. */
    boolean reset() {
        Map<String, Instant> began = new HashMap<>();
        for (Database database : before.databases()) {
            if (database.statisticsReset() != null) {
                began.put(database.name(), database.statisticsReset());
            }
        }
        return !Objects.equals(before.statisticsReset(), after.statisticsReset())
                || after.workload().commits() < before.workload().commits()
                || after.databases().stream()
                        .anyMatch(database -> began.containsKey(database.name())
                                && !began.get(database.name()).equals(database.statisticsReset()));
    }

    /** The relations of its end. */
    List<Change> changes() {
        Set<Key> present = new HashSet<>();
        after.relations().forEach(sample -> present.add(Key.of(sample)));
        List<Change> changes = new ArrayList<>(after.relations().size());
        for (RelationSample now : after.relations()) {
            RelationSample then = byOid.get(Key.of(now));
            if (then == null) {
                // REINDEX CONCURRENTLY gives an index another OID; the old one is gone then
                RelationSample sameName = byName.get(now.relation().name());
                then = sameName == null || present.contains(Key.of(sameName)) ? null : sameName;
            }
            changes.add(change(now, then));
        }
        return changes;
    }

    private Change change(RelationSample now, @Nullable RelationSample then) {
        if (then == null) {
            return new Change(now, null, now.counters(), fromZero(now), false);
        }
        Counters difference = now.counters().minus(then.counters());
        boolean reset = difference.anyNegative();
        return new Change(now, then, reset ? now.counters() : difference, onStandbys(now, then), reset);
    }

    /** A standby is known by its name: one that was not read before counts nothing yet. */
    private List<Counters> onStandbys(RelationSample now, RelationSample then) {
        List<Counters> differences = new ArrayList<>();
        for (int standby = 0; standby < now.onStandbys().size(); standby++) {
            int earlier = before.standbys().indexOf(after.standbys().get(standby));
            if (earlier < 0 || earlier >= then.onStandbys().size()) {
                differences.add(Counters.ZERO);
                continue;
            }
            Counters difference =
                    now.onStandbys().get(standby).minus(then.onStandbys().get(earlier));
            differences.add(difference.anyNegative() ? now.onStandbys().get(standby) : difference);
        }
        return differences;
    }

    private static List<Counters> fromZero(RelationSample now) {
        return now.onStandbys();
    }
}
