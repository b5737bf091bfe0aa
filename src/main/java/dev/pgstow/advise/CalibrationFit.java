package dev.pgstow.advise;

import dev.pgstow.model.Activity;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The steps of one calibration, in order; each uses what the ones before found. */
final class CalibrationFit {
    private static final double CACHED_READ = 15e-6;
    private static final double SMALLEST_CPU = 20e-6;
    private static final double ASSUMED_CPU = 200e-6;
    private static final double SAME_CLIENTS = 0.4;

    private final Activity activity;
    private final Places places;
    private final Demands demands;
    private final double perSecond;
    private final double perTransaction;
    private final int clients;
    private final double response;
    private final double accounted;
    private final boolean timed;
    private final List<String> findings = new ArrayList<>();
    private double share = 1;
    private double waiting = 1;
    private double cpuError = 1.3;
    private Inputs inputs;

    CalibrationFit(Activity activity, Places places, AdviseOptions options, @Nullable MeasuredLoad load) {
        this.activity = activity;
        this.places = places;
        this.demands = new Demands(activity);
        double commits = Math.max(1, activity.workload().commits());
        double seconds = Math.max(1e-3, activity.interval().toNanos() / 1e9);
        this.perSecond = commits / seconds;
        this.perTransaction = 1 / commits;
        this.response = load != null ? load.clients() / load.tps() : observedResponse();
        this.accounted = sameLoad(load) ? response : observedResponse();
        this.clients = load != null ? load.clients() : (int) Math.round(Math.max(1, activity.clients()));
        this.timed = new Settings(activity.settings()).on("track_io_timing")
                && activity.workload().readSeconds() > 0;
        this.inputs = InputsOf.of(activity, places, options, clients, timed);
    }

    /** Sessions at work over TPS (Little); else what the server counted as active; else not known. */
    private double observedResponse() {
        if (activity.clients() > 0) {
            return activity.clients() / perSecond;
        }
        Double active = activity.workload().activeSeconds();
        return active == null ? Double.NaN : active * perTransaction;
    }

    /** The waits were counted in the activity: they belong to the benchmark's response time only if as many worked in both. */
    private boolean sameLoad(@Nullable MeasuredLoad load) {
        double observed = activity.clients();
        return load == null || observed == 0 || Math.abs(load.clients() / observed - 1) < SAME_CLIENTS;
    }

    Calibration calibration() {
        boolean answered = Double.isFinite(response) && response > 0;
        findShareOfReads(answered);
        raiseCapsToWhatWasSeen();
        inputs = new Inputs(
                inputs.tiers(),
                inputs.cpu(),
                inputs.cores(),
                elsewhere(),
                inputs.flushes(),
                inputs.sync(),
                inputs.walTier(),
                inputs.cleaner());
        if (!answered) {
            assumeCpu("neither the number of clients nor active time is known");
        } else if (timed) {
            accountCpu();
            fitLatency();
        } else {
            fitCpu();
        }
        double selfCheck = answered ? tps(inputs) / (clients / response) : 1;
        return new Calibration(
                inputs,
                this::demand,
                answered ? clients : 0,
                answered ? clients / response : perSecond,
                selfCheck,
                cpuError,
                timed,
                findings);
    }

    private Demand demand(RelationName relation) {
        Demand demand = demands.of(relation).reaching(share);
        return demands.prefetched(relation) ? demand.waiting(waiting) : demand;
    }

    private TierLoads loads() {
        TierLoads loads = TierLoads.none(places.tiers().size());
        for (RelationActivity each : activity.relations()) {
            int tier = places.tierOf(each.relation().tablespace());
            loads = tier == Places.NOWHERE
                    ? loads
                    : loads.plus(tier, demand(each.relation().name()));
        }
        return loads;
    }

    private double tps(Inputs inputs) {
        return new CostModel(inputs, clients).tps(loads());
    }

    /** Seconds per transaction that the reads of the relations in tiers would take alone on their devices. */
    private double modelledReads() {
        CostModel model = new CostModel(inputs, 1);
        TierLoads loads = loads();
        double seconds = 0;
        for (int t = 0; t < places.tiers().size(); t++) {
            seconds += model.readSeconds(loads, t);
        }
        return seconds;
    }

    private double blocks() {
        return activity.relations().stream()
                        .mapToLong(each -> each.counters().blocksRead())
                        .sum()
                * perTransaction;
    }

    /**
     * Blocks "read" may come from the kernel's page cache, and prefetched ones are waited for in part. Both show as less time
     * waited than the device would take; which of them it is, the way the tables are scanned tells.
     */
    private void findShareOfReads(boolean answered) {
        Double counted = activity.deviceReads().counted();
        if (counted != null) {
            share(counted, "as the kernel counts them");
        }
        double modelled = modelledReads();
        if (modelled == 0) {
            return;
        }
        if (!timed) {
            share = counted != null ? share : Math.min(1, Math.min(capsOverSeen(), answered ? response / modelled : 1));
            return;
        }
        double measured = activity.workload().readSeconds() * perTransaction;
        if (measured >= 0.8 * modelled) {
            return;
        }
        double prefetched = 0;
        for (RelationActivity each : activity.relations()) {
            int tier = places.tierOf(each.relation().tablespace());
            if (tier != Places.NOWHERE && demands.prefetched(each.relation().name())) {
                prefetched += demand(each.relation().name()).waitedReads()
                        * inputs.tiers().get(tier).readLatency();
            }
        }
        if (prefetched > 0.1 * modelled) {
            waiting = Math.max(0.03, Math.min(1, (measured - (modelled - prefetched)) / prefetched));
        } else if (counted == null) {
            double cached = blocks() * CACHED_READ;
            share((measured - cached) / Math.max(1e-9, modelled - cached), "by the time waited");
        }
    }

    private void share(double found, String how) {
        share = Math.max(0.01, Math.min(1, found));
        if (share < 0.95) {
            findings.add(String.format(
                    Locale.ROOT,
                    "%s only about %.0f %% of the block reads reached a device; the kernel's page cache served the rest",
                    how,
                    100 * share));
        }
    }

    private double capsOverSeen() {
        double least = Double.POSITIVE_INFINITY;
        TierLoads loads = loads();
        for (int t = 0; t < places.tiers().size(); t++) {
            least = Math.min(least, inputs.tiers().get(t).readCap() / (loads.reads(t) * perSecond));
        }
        return least;
    }

    private void raiseCapsToWhatWasSeen() {
        TierLoads loads = loads();
        for (int t = 0; t < places.tiers().size(); t++) {
            int tier = t;
            inputs = inputs.withTier(
                    tier, speed -> speed.seen(loads.reads(tier) * perSecond, loads.bytesRead(tier) * perSecond));
        }
    }

    private double elsewhere() {
        double reads = 0;
        double all = 0;
        for (RelationActivity each : activity.relations()) {
            double here = demand(each.relation().name()).reads();
            all += here;
            reads += places.tierOf(each.relation().tablespace()) == Places.NOWHERE ? here : 0;
        }
        return reads == 0 || reads == all ? 0 : modelledReads() * reads / (all - reads);
    }

    private void assumeCpu(String why) {
        inputs = inputs.withCpu(ASSUMED_CPU);
        cpuError = 3;
        findings.add("time outside I/O was assumed to be 0.2 ms a transaction: " + why);
    }

    /** Response time less all waits that the server timed. Little is left of it at a cap, so the error grows there. */
    private void accountCpu() {
        Double wal = activity.workload().wal().seconds();
        double waits = perTransaction
                * (activity.workload().readSeconds() + activity.workload().writeSeconds() + (wal == null ? 0 : wal));
        double cached = (1 - share) * blocks() * CACHED_READ;
        double cpu = Math.max(SMALLEST_CPU, accounted - waits + cached);
        inputs = inputs.withCpu(Math.min(cpu, accounted));
        cpuError = Math.min(3, Math.max(1.25, 1 + 0.02 * accounted / inputs.cpu()));
    }

    /** Without timing, the time outside I/O is what makes the model give the observed TPS. */
    private void fitCpu() {
        double target = clients / response;
        double fitted = Bisection.argument(cpu -> tps(inputs.withCpu(cpu)), target, SMALLEST_CPU, response);
        if (fitted <= 1.01 * SMALLEST_CPU) {
            assumeCpu("a device at its limit hides it and track_io_timing is off");
        } else {
            inputs = inputs.withCpu(fitted);
            cpuError = 1.5;
        }
    }

    /** In the server a read may take longer than in the profile: the factor that makes the model give the observed TPS. */
    private void fitLatency() {
        double target = clients / response;
        if (Math.abs(tps(inputs) / target - 1) < 0.03 || share < 1 || waiting < 1) {
            return;
        }
        Inputs unfitted = inputs;
        double factor = Bisection.argument(f -> tps(slower(unfitted, f)), target, 0.8, 3);
        // a fit at the far end explains nothing; something else is slow, and the self-check says so
        inputs = factor > 2.9 ? inputs : slower(unfitted, factor);
    }

    private Inputs slower(Inputs from, double factor) {
        TierLoads loads = loads();
        Inputs changed = from;
        for (int t = 0; t < places.tiers().size(); t++) {
            if (loads.reads(t) > 0) {
                changed = changed.withTier(t, speed -> speed.withReads(factor, 1));
            }
        }
        return changed;
    }
}
