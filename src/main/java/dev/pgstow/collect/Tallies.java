package dev.pgstow.collect;

import dev.pgstow.collect.Interval.Change;
import dev.pgstow.collect.Interval.Key;
import dev.pgstow.model.Counters;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Adds up the changes of each relation, under whatever name and OID, and counts what became of them. */
final class Tallies {
    private Map<Key, RelationSample> sums = new LinkedHashMap<>();
    private final Map<String, Integer> events = new LinkedHashMap<>();

    void begin(Snapshot first) {
        first.relations().forEach(sample -> sums.put(Key.of(sample), nothingYet(sample)));
    }

    /**
     * Goes on to the end of an interval; relations that are gone are dropped.
     *
     * @param counts whether what it holds is added
     */
    void add(List<Change> changes, boolean counts) {
        Map<Key, RelationSample> earlier = sums;
        sums = new LinkedHashMap<>(2 * changes.size());
        int kept = 0;
        for (Change change : changes) {
            RelationSample then = change.then();
            RelationSample sum = then == null ? null : earlier.get(Key.of(then));
            kept += sum == null ? 0 : 1;
            sums.put(
                    Key.of(change.now()),
                    new RelationSample(
                            change.now().relation(),
                            counts ? plus(sum, change.counters()) : sum == null ? Counters.ZERO : sum.counters(),
                            onStandbys(sum, change, counts)));
            count("created", change.created());
            count("renamed", change.renamed());
            count("rewritten", change.rewritten() && !change.moved());
            count("moved to another tablespace", change.moved());
            count("without their counters, which began anew", change.reset() && counts);
        }
        event("dropped", earlier.size() - kept);
    }

    List<RelationSample> samples() {
        return new ArrayList<>(sums.values());
    }

    /** What happened to relations in the interval, in words. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        events.forEach((what, number) -> notes.add(
                what.startsWith("without")
                        ? "the counters of " + number + " relation(s) were reset during the interval"
                        : number + " relation(s) were " + what + " during the interval"));
        return notes;
    }

    private void count(String what, boolean happened) {
        event(what, happened ? 1 : 0);
    }

    private void event(String what, int times) {
        if (times > 0) {
            events.merge(what, times, Integer::sum);
        }
    }

    private static RelationSample nothingYet(RelationSample sample) {
        return new RelationSample(
                sample.relation(),
                Counters.ZERO,
                sample.onStandbys().stream().map(each -> Counters.ZERO).toList());
    }

    private static Counters plus(@Nullable RelationSample sum, Counters more) {
        return sum == null ? more : sum.counters().plus(more);
    }

    private static List<Counters> onStandbys(@Nullable RelationSample sum, Change change, boolean counts) {
        List<Counters> sums = new ArrayList<>();
        List<Counters> now = change.onStandbys();
        for (int standby = 0; standby < now.size(); standby++) {
            Counters earlier = sum == null || standby >= sum.onStandbys().size()
                    ? Counters.ZERO
                    : sum.onStandbys().get(standby);
            sums.add(counts ? earlier.plus(now.get(standby)) : earlier);
        }
        return sums;
    }
}
