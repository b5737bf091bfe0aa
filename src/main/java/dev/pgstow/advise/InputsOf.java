package dev.pgstow.advise;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Activity;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.Settings;
import dev.pgstow.model.Tier;
import dev.pgstow.model.WorkloadCounters;
import java.util.ArrayList;
import java.util.List;

/** The inputs that come straight from counters, settings and profiles; {@link Calibration} fits the rest to what was observed. */
final class InputsOf {
    /** A write into the page cache; the device pays later. */
    private static final double CACHED_WRITE = 20e-6;
    /** Backends that wait longer for a write than this wait for the device itself. */
    private static final double WRITE_THROUGH = 100e-6;

    /** Tiers on one device that differ more do so by what lies between, such as encryption or another file system. */
    private static final double BY_CHANCE = 1.3;

    /** A flush of a tier of which nothing is known. */
    private static final double UNKNOWN_SYNC = 1e-3;

    private InputsOf() {}

    static Inputs of(Activity activity, Places places, AdviseOptions options, int clients, boolean timed) {
        Settings settings = new Settings(activity.settings());
        int walTier = places.tierOf("pg_default");
        double sync =
                sync(activity.workload(), walTier < 0 ? null : places.tiers().get(walTier));
        return new Inputs(
                speeds(activity, places, timed),
                0,
                options.cores(),
                0,
                flushes(activity, settings, clients),
                sync,
                walTier,
                new Inputs.Cleaner(
                        settings.number("bgwriter_lru_maxpages", 100), settings.seconds("bgwriter_delay", 0.2)));
    }

    private static List<TierSpeed> speeds(Activity activity, Places places, boolean timed) {
        WorkloadCounters workload = activity.workload();
        double write = timed && workload.blocksWritten() > 100
                ? Math.max(CACHED_WRITE / 2, workload.writeSeconds() / workload.blocksWritten())
                : CACHED_WRITE;
        List<TierSpeed> speeds = new ArrayList<>();
        for (int t = 0; t < places.tiers().size(); t++) {
            int tier = t;
            boolean used = activity.relations().stream()
                    .anyMatch(each -> places.tierOf(each.relation().tablespace()) == tier);
            TierSpeed speed = ofDevice(TierSpeed.of(places.tiers().get(t)), speeds);
            speeds.add(write < WRITE_THROUGH || used ? speed.withWrites(write, 1) : speed);
        }
        return speeds;
    }

    /** One device has one speed: what two profiles of it differ in is chance, and no reason to move anything. */
    private static TierSpeed ofDevice(TierSpeed measured, List<TierSpeed> others) {
        return others.stream()
                .filter(other -> !other.device().isEmpty() && other.device().equals(measured.device()))
                .filter(other -> Math.max(other.readLatency(), measured.readLatency())
                        < BY_CHANCE * Math.min(other.readLatency(), measured.readLatency()))
                .findFirst()
                .map(other -> other.called(measured.name()))
                .orElse(measured);
    }

    /**
     * Flushes that transactions ask for. With several clients one flush serves many, so the counter is too low: it is multiplied
     * by the clients, and no more than the rows changed.
     */
    private static double flushes(Activity activity, Settings settings, int clients) {
        if (settings.text("synchronous_commit", "on").equals("off")
                || settings.text("fsync", "on").equals("off")) {
            return 0;
        }
        double commits = Math.max(1, activity.workload().commits());
        double rows = 0;
        for (RelationActivity each : activity.relations()) {
            rows += each.counters().inserted()
                    + each.counters().updated()
                    + each.counters().deleted();
        }
        double counted = activity.workload().wal().syncs() / commits;
        return Math.min(1, Math.min(rows / commits, clients * counted));
    }

    private static double sync(WorkloadCounters workload, @org.jspecify.annotations.Nullable Tier wal) {
        Double seconds = workload.wal().seconds();
        if (seconds != null && seconds > 0 && workload.wal().syncs() > 0) {
            return seconds / workload.wal().syncs();
        }
        if (wal == null) {
            return UNKNOWN_SYNC;
        }
        Double declared = wal.declared().syncLatency();
        double unmeasured = declared == null ? UNKNOWN_SYNC : declared;
        return wal.profile() == null
                ? unmeasured
                : wal.profile()
                        .single(AccessPattern.SYNC_WRITE)
                        .map(PatternResult::mean)
                        .orElse(unmeasured);
    }
}
