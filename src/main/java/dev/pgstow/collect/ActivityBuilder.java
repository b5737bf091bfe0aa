package dev.pgstow.collect;

import dev.pgstow.model.Activity;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Settings;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.WorkloadCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds up snapshots to an activity, one after the other, and keeps no more than the last of them. What lies between two is
 * left out when moves of pgstow were at work in it, or when counters began anew.
 */
public final class ActivityBuilder {
    private final Tallies tallies = new Tallies();
    private final SessionMeans sessions = new SessionMeans();
    private final Set<String> gaps = new LinkedHashSet<>();
    private final Set<String> standbys = new LinkedHashSet<>();
    private @Nullable Instant begin;
    private @Nullable Snapshot last;
    private @Nullable WorkloadCounters workload;
    private int snapshots;
    private int misplaced;
    private Duration observed = Duration.ZERO;
    private Duration moving = Duration.ZERO;
    private Duration resetting = Duration.ZERO;

    /**
     * Adds the next snapshot. One that was taken before the last one is left out, with a note.
     *
     * @throws PgstowException (bad-file) when it is of another cluster
     */
    public void add(Snapshot snapshot) {
        Snapshot before = last;
        if (before == null) {
            begin = snapshot.takenAt();
            tallies.add(snapshot, false);
        } else {
            requireSameCluster(before, snapshot);
            if (!snapshot.takenAt().isAfter(before.takenAt())) {
                misplaced++;
                return;
            }
            add(new Interval(before, snapshot), snapshot);
        }
        snapshots++;
        gaps.addAll(snapshot.gaps());
        standbys.addAll(snapshot.standbys());
        // the tallies hold what is known of its relations
        last = snapshot.with(List.of());
    }

    private void add(Interval interval, Snapshot after) {
        boolean moved = after.sessions().moving() || tallies.moved(after);
        boolean reset = interval.reset();
        tallies.add(after, !moved && !reset);
        if (reset) {
            resetting = resetting.plus(interval.length());
        } else if (moved) {
            moving = moving.plus(interval.length());
        } else {
            workload = workload == null ? interval.workload() : workload.plus(interval.workload());
            observed = observed.plus(interval.length());
            sessions.add(after.sessions(), interval.length());
        }
    }

    /**
     * The activity of all that was added. With one snapshot, or when nothing is left between them, it is what happened since
     * the statistics were last reset, which may be months, or since a crash.
     *
     * @throws PgstowException (bad-file) when there is none
     */
    public Activity build() {
        Snapshot end = last;
        if (end == null) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE, "there is no snapshot to work from", "Run 'pgstow collect' under load first.");
        }
        return workload == null ? sinceReset(end) : between(Objects.requireNonNull(begin), end, workload);
    }

    private Activity sinceReset(Snapshot only) {
        Instant from = began(only);
        List<String> notes = new ArrayList<>(gaps);
        notes.add((snapshots == 1 ? "one snapshot only" : "nothing is left of the interval")
                + ": the counters are those since the statistics were last reset (" + from
                + " or later), not those of a known interval");
        return activity(
                only,
                from,
                Duration.between(from, only.takenAt()),
                1,
                tallies.lasts(),
                only.workload().withoutMachine(),
                notes);
    }

    private static Instant began(Snapshot only) {
        return only.databases().stream()
                .map(Database::statisticsReset)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(only.statisticsReset() == null ? only.startedAt() : only.statisticsReset());
    }

    private Activity between(Instant from, Snapshot end, WorkloadCounters counted) {
        List<String> notes = new ArrayList<>(gaps);
        leftOut(notes, moving, "moves of pgstow were at work");
        leftOut(notes, resetting, "the server's counters began anew, by a reset or a crash");
        if (misplaced > 0) {
            notes.add(misplaced + " snapshot(s) are left out: they were taken before the one above them");
        }
        notes.addAll(tallies.notes());
        return activity(end, from, observed, snapshots, tallies.sums(), counted, notes);
    }

    private static void leftOut(List<String> notes, Duration time, String why) {
        if (!time.isZero()) {
            notes.add(time.toSeconds() + " s of the interval are left out: " + why);
        }
    }

    private Activity activity(
            Snapshot end,
            Instant from,
            Duration time,
            int count,
            List<RelationSample> differences,
            WorkloadCounters counted,
            List<String> notes) {
        Settings settings = new Settings(end.settings());
        Attribution attribution = new Attribution(differences, counted, settings.sharedBuffers());
        List<RelationActivity> relations = new ArrayList<>(differences.size());
        for (RelationSample each : differences) {
            Counters standby = each.onStandbys().stream().reduce(Counters.ZERO, Counters::plus);
            relations.add(new RelationActivity(each.relation(), each.counters(), standby, attribution.of(each)));
        }
        return new Activity(
                from,
                end.takenAt(),
                time,
                count,
                end.cluster(),
                end.settings(),
                end.tablespaces(),
                end.databases(),
                relations,
                counted,
                count == 1 ? Sessions.NONE : sessions.mean(),
                ReachedDevice.of(counted, settings),
                List.copyOf(standbys),
                notes);
    }

    private static void requireSameCluster(Snapshot one, Snapshot other) {
        String identifier = one.cluster().systemIdentifier();
        if (!identifier.equals(other.cluster().systemIdentifier())) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "the snapshots are of two clusters, '" + identifier + "' and '"
                            + other.cluster().systemIdentifier() + "'",
                    "Collect each cluster into a file of its own.");
        }
    }
}
