package dev.pgstow.collect;

import dev.pgstow.model.Activity;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.WorkloadCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Turns snapshots into activity. */
public final class Activities {
    private Activities() {}

    /**
     * The activity from the first to the last of the snapshots. With one snapshot it is what happened since the statistics
     * were last reset, which may be months, or since a crash.
     *
     * @throws PgstowException (bad-file) when there is none, or they are of different clusters
     */
    public static Activity of(List<Snapshot> snapshots) {
        if (snapshots.isEmpty()) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE, "there is no snapshot to work from", "Run 'pgstow collect' under load first.");
        }
        List<Snapshot> ordered = snapshots.stream()
                .sorted(Comparator.comparing(Snapshot::takenAt))
                .toList();
        Snapshot first = ordered.get(0);
        Snapshot last = ordered.get(ordered.size() - 1);
        for (Snapshot snapshot : ordered) {
            if (!snapshot.cluster().systemIdentifier().equals(last.cluster().systemIdentifier())) {
                throw new PgstowException(
                        ErrorCode.BAD_FILE,
                        "the snapshots are of two clusters, '"
                                + snapshot.cluster().systemIdentifier() + "' and '"
                                + last.cluster().systemIdentifier() + "'",
                        "Collect each cluster into a file of its own.");
            }
        }
        return ordered.size() == 1 ? sinceReset(last) : between(first, last, ordered);
    }

    private static Activity sinceReset(Snapshot only) {
        Instant from = only.databases().stream()
                .map(Database::statisticsReset)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(only.startedAt());
        Set<String> notes = new LinkedHashSet<>(only.gaps());
        notes.add("one snapshot only: the counters are those since the statistics were last reset (" + from
                + " or later), not those of a known interval");
        return activity(only, from, 1, only.relations(), only.workload(), 0, notes);
    }

    private static Activity between(Snapshot first, Snapshot last, List<Snapshot> all) {
        Set<String> notes = new LinkedHashSet<>();
        all.forEach(snapshot -> notes.addAll(snapshot.gaps()));
        WorkloadCounters workload = last.workload().minus(first.workload());
        if (workload.commits() < 0 || last.startedAt().isAfter(first.takenAt())) {
            notes.add(
                    "the server restarted or its statistics were reset during the interval: the figures cover only what came"
                            + " after that");
            workload = last.workload();
        }
        Map<RelationName, RelationActivity> before = new HashMap<>();
        first.relations().forEach(sample -> before.put(sample.relation().name(), sample));
        List<RelationActivity> relations = new ArrayList<>();
        int reset = 0;
        for (RelationActivity now : last.relations()) {
            RelationActivity then = before.get(now.relation().name());
            Counters difference = then == null ? now.counters() : now.counters().minus(then.counters());
            if (difference.anyNegative()) {
                reset++;
                difference = now.counters();
            }
            relations.add(new RelationActivity(now.relation(), difference));
        }
        if (reset > 0) {
            notes.add("the counters of " + reset + " relation(s) were reset during the interval");
        }
        return activity(last, first.takenAt(), all.size(), relations, workload, clients(all), notes);
    }

    /** The mean of the sampled sessions, each snapshot's weighted by the time it stands for. */
    private static double clients(List<Snapshot> all) {
        double sum = 0;
        double seconds = 0;
        for (int i = 1; i < all.size(); i++) {
            double weight =
                    Duration.between(all.get(i - 1).takenAt(), all.get(i).takenAt())
                                    .toMillis()
                            / 1000d;
            sum += all.get(i).busySessions() * weight;
            seconds += weight;
        }
        return seconds == 0 ? 0 : sum / seconds;
    }

    private static Activity activity(
            Snapshot last,
            Instant from,
            int snapshots,
            List<RelationActivity> relations,
            WorkloadCounters workload,
            double clients,
            Set<String> notes) {
        return new Activity(
                from,
                last.takenAt(),
                snapshots,
                last.cluster(),
                last.settings(),
                last.tablespaces(),
                last.databases(),
                relations,
                workload,
                clients,
                new ArrayList<>(notes));
    }
}
