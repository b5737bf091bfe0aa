package dev.pgstow.collect;

import dev.pgstow.collect.Tally.Through;
import dev.pgstow.model.Counters;
import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the relations of a snapshot with what was last known of them. */
final class Comparison {
    private final Snapshot after;
    private final KnownDatabases databases;
    private final Set<String> standbys;
    private final boolean counts;
    private final Map<Key, Tally> earlier;
    private final Map<RelationName, Key> tables = new HashMap<>();
    private final Map<Key, Through> throughIndexes = new HashMap<>();
    private final Map<Key, Tally> next;
    private final Map<String, Integer> events = new LinkedHashMap<>();

    /** An index by what REINDEX CONCURRENTLY, which gives it another OID, leaves as it was. */
    private record IndexOf(@Nullable Key table, String name) {}

    /**
     * Compares.
     *
     * @param earlier what was known; used up
     * @param standbys that may be compared with what was last read of them
     * @param counts whether what lies between is added
     */
    Comparison(
            Snapshot after, Map<Key, Tally> earlier, KnownDatabases databases, Set<String> standbys, boolean counts) {
        this.after = after;
        this.earlier = earlier;
        this.databases = databases;
        this.standbys = standbys;
        this.counts = counts;
        this.next = new LinkedHashMap<>(2 * after.relations().size());
        compare();
    }

    Map<Key, Tally> next() {
        return next;
    }

    /** How many relations something happened to, by what it was. */
    Map<String, Integer> events() {
        return events;
    }

    private void compare() {
        Key.Of keys = new Key.Of(after);
        for (RelationSample now : after.relations()) {
            if (!now.relation().kind().isIndex()) {
                tables.put(now.relation().name(), keys.key(now));
            }
        }
        List<RelationSample> unknown = new ArrayList<>();
        for (RelationSample now : after.relations()) {
            Key key = keys.key(now);
            Tally then = earlier.remove(key);
            if (then == null) {
                unknown.add(now);
            } else {
                goOn(key, then, now);
            }
        }
        followRebuilt(unknown, keys);
        keepUnread();
        throughIndexes.forEach((table, through) -> next.computeIfPresent(table, (key, tally) -> tally.plus(through)));
    }

    private void followRebuilt(List<RelationSample> unknown, Key.Of keys) {
        Map<IndexOf, Key> gone = new HashMap<>();
        earlier.forEach((key, tally) -> {
            if (tally.table() != null) {
                gone.put(new IndexOf(tally.table(), tally.relation().name().name()), key);
            }
        });
        for (RelationSample now : unknown) {
            Key table = table(now.relation());
            Key was = table == null
                    ? null
                    : gone.get(new IndexOf(table, now.relation().name().name()));
            Tally then = was == null ? null : earlier.remove(was);
            if (then == null) {
                begin(keys.key(now), now);
            } else {
                goOn(keys.key(now), then, now);
            }
        }
    }

    /** What is left is of databases that were not read, or gone. */
    private void keepUnread() {
        Set<Long> unread = after.databaseSamples().stream()
                .filter(database -> !database.read())
                .map(DatabaseSample::oid)
                .collect(Collectors.toSet());
        earlier.forEach((key, tally) -> {
            if (unread.contains(key.database())) {
                next.put(key, tally);
            } else {
                event("dropped", !key.madeByInitdb());
            }
        });
    }

    private void goOn(Key key, Tally then, RelationSample now) {
        boolean comparable = counts && databases.isComparable(key.database());
        boolean rewritten = then.isRewrittenAs(now.relation());
        Counters primary = Counters.ZERO;
        if (comparable) {
            primary = now.counters().since(then.last(), rewritten);
            event("without their counters, which began anew", now.counters().beganAnew(then.last(), rewritten));
        }
        Counters onStandbys = Counters.ZERO;
        Map<String, Counters> read = onStandbys(now);
        for (Map.Entry<String, Counters> standby : read.entrySet()) {
            Counters last = then.lastOnStandbys().get(standby.getKey());
            if (comparable && last != null && standbys.contains(standby.getKey())) {
                onStandbys = onStandbys.plus(standby.getValue().since(last, rewritten));
            }
        }
        put(key, then, now, primary, onStandbys, read);
        event("renamed", then.isRenamedAs(now.relation()));
        event("rewritten", rewritten && !then.isMovedAs(now.relation()));
        event("moved to another tablespace", then.isMovedAs(now.relation()));
    }

    /** A relation that was created counts from its creation; one that only was not read before, from now on. */
    private void begin(Key key, RelationSample now) {
        boolean created =
                !key.madeByInitdb() && (databases.isComparable(key.database()) || databases.isNew(key.database()));
        boolean counted = created && counts;
        Map<String, Counters> read = onStandbys(now);
        Counters onStandbys = read.entrySet().stream()
                .filter(standby -> counted && standbys.contains(standby.getKey()))
                .map(Map.Entry::getValue)
                .reduce(Counters.ZERO, Counters::plus);
        put(key, Tally.begin(now.relation()), now, counted ? now.counters() : Counters.ZERO, onStandbys, read);
        event("created", created);
    }

    private void put(
            Key key,
            Tally then,
            RelationSample now,
            Counters primary,
            Counters onStandbys,
            Map<String, Counters> readOnStandbys) {
        Key table = table(now.relation());
        next.put(key, then.next(now.relation(), table, primary, now.counters(), onStandbys, readOnStandbys));
        if (table != null && !(primary == Counters.ZERO && onStandbys == Counters.ZERO)) {
            Through through = new Through(primary.throughIndex(), onStandbys.throughIndex());
            throughIndexes.merge(table, through, Through::plus);
        }
    }

    private @Nullable Key table(Relation relation) {
        return relation.indexFacts().map(index -> tables.get(index.table())).orElse(null);
    }

    private Map<String, Counters> onStandbys(RelationSample now) {
        if (now.onStandbys().isEmpty()) {
            return Map.of();
        }
        Map<String, Counters> read = new HashMap<>();
        for (int standby = 0; standby < now.onStandbys().size(); standby++) {
            read.put(after.standbys().get(standby), now.onStandbys().get(standby));
        }
        return read;
    }

    private void event(String what, boolean happened) {
        if (happened) {
            events.merge(what, 1, Integer::sum);
        }
    }
}
