package dev.pgstow.collect;

import dev.pgstow.collect.Tally.Through;
import dev.pgstow.model.Counters;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Adds up what each relation counted between snapshots, under whatever name and OID, and says what became of them. What a snapshot
 * could not read, a database or a standby, keeps its sums and is compared with the last snapshot that read it.
 */
final class Tallies {
    private Map<Key, Tally> tallies = new LinkedHashMap<>();
    private final KnownDatabases databases = new KnownDatabases();
    private final Set<String> comparableStandbys = new HashSet<>();
    private final Map<String, Integer> events = new LinkedHashMap<>();

    /** Whether a relation lies in another tablespace than it did. */
    boolean moved(Snapshot after) {
        Key.Of keys = new Key.Of(after);
        return after.relations().stream().anyMatch(now -> {
            Tally then = tallies.get(keys.key(now));
            return then != null && then.isMovedAs(now.relation());
        });
    }

    /**
     * Goes on to the next snapshot; relations that are gone are dropped.
     *
     * @param counts whether what lies before it is added; nothing lies before the first
     */
    void add(Snapshot after, boolean counts) {
        Comparison comparison =
                new Comparison(after, tallies, databases, counts ? comparableStandbys : Set.of(), counts);
        tallies = comparison.next();
        comparison.events().forEach((what, times) -> events.merge(what, times, Integer::sum));
        databases.add(after, counts);
        if (!counts) {
            // what one that was not read counts meanwhile could not be told apart later
            comparableStandbys.clear();
        }
        comparableStandbys.addAll(after.standbys());
    }

    /** Of each relation what was counted. */
    List<RelationSample> sums() {
        List<RelationSample> sums = new ArrayList<>(tallies.size());
        for (Tally tally : tallies.values()) {
            sums.add(new RelationSample(tally.relation(), tally.sum(), List.of(tally.sumOnStandbys())));
        }
        return sums;
    }

    /** Of each relation its counters as they were last read. */
    List<RelationSample> lasts() {
        Map<Key, Through> throughIndexes = new HashMap<>();
        for (Tally tally : tallies.values()) {
            if (tally.table() != null) {
                Through through = new Through(
                        tally.last().throughIndex(), onStandbys(tally).throughIndex());
                throughIndexes.merge(tally.table(), through, Through::plus);
            }
        }
        List<RelationSample> lasts = new ArrayList<>(tallies.size());
        tallies.forEach((key, tally) -> {
            Through more = throughIndexes.getOrDefault(key, new Through(Counters.ZERO, Counters.ZERO));
            lasts.add(new RelationSample(
                    tally.relation(),
                    tally.last().plus(more.onPrimary()),
                    List.of(onStandbys(tally).plus(more.onStandbys()))));
        });
        return lasts;
    }

    private static Counters onStandbys(Tally tally) {
        return tally.lastOnStandbys().values().stream().reduce(Counters.ZERO, Counters::plus);
    }

    /** What happened to relations and databases in the interval, in words. */
    List<String> notes() {
        List<String> notes = new ArrayList<>(databases.notes());
        events.forEach((what, number) -> notes.add(
                what.startsWith("without")
                        ? "the counters of " + number + " relation(s) were reset during the interval"
                        : number + " relation(s) were " + what + " during the interval"));
        return notes;
    }
}
