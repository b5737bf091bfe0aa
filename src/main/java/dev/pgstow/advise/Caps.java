package dev.pgstow.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bounds that devices set to the throughput (utilisation law): each is a sum of what a transaction asks of a tier, or of a device under
 * several tiers, over what that can do in a second. Whether somebody waits for it does not matter.
 */
final class Caps {
    /** The commits of a tier never take all of its writes: many share a flush. */
    private static final double LEAST_FOR_WRITES = 0.05;

    private final List<Cap> all = new ArrayList<>();
    private final int tiers;
    private final double walWriteCap;

    /**
     * One bound.
     *
     * @param shares seconds of the device for each unit of a load, in the order of {@link TierLoads}
     * @param besideFlushes whether the flushes of the WAL take from it
     */
    private record Cap(String name, double[] shares, boolean besideFlushes) {}

    Caps(List<TierSpeed> speeds, int walTier) {
        this.tiers = speeds.size();
        this.walWriteCap =
                walTier < 0 ? Double.POSITIVE_INFINITY : speeds.get(walTier).writeCap();
        Map<String, List<Integer>> devices = new LinkedHashMap<>();
        for (int t = 0; t < tiers; t++) {
            TierSpeed speed = speeds.get(t);
            add("what tier '" + speed.name() + "' can do", speed, List.of(t), t == walTier);
            if (!speed.device().isEmpty()) {
                devices.computeIfAbsent(speed.device(), device -> new ArrayList<>())
                        .add(t);
            }
        }
        devices.forEach((device, under) -> {
            if (under.size() > 1) {
                // each tier was measured or declared for itself: the device can do what the best of them can
                TierSpeed caps = under.stream()
                        .map(speeds::get)
                        .reduce(TierSpeed::largestCaps)
                        .orElseThrow();
                add("what device '" + device + "' can do", caps, under, false);
            }
        });
    }

    private void add(String name, TierSpeed caps, List<Integer> on, boolean besideFlushes) {
        add(name, caps.readCap(), on, false, TierLoads.RANDOM_READS, TierLoads.SEQUENTIAL_READS);
        add(name, caps.byteCap(), on, false, TierLoads.BYTES_READ);
        add(name, caps.writeCap(), on, besideFlushes, TierLoads.WRITES);
        add(name, caps.totalCap(), on, false, TierLoads.RANDOM_READS, TierLoads.SEQUENTIAL_READS, TierLoads.WRITES);
    }

    private void add(String name, double perSecond, List<Integer> on, boolean besideFlushes, int... kinds) {
        if (Double.isInfinite(perSecond)) {
            return;
        }
        double[] shares = new double[tiers * TierLoads.KINDS];
        for (int tier : on) {
            for (int kind : kinds) {
                shares[tier * TierLoads.KINDS + kind] = 1 / perSecond;
            }
        }
        all.add(new Cap(name, shares, besideFlushes));
    }

    /** Transactions per second that the tightest of them allows beside so many flushes per second; infinite without any. */
    double tps(TierLoads loads, double flushes) {
        double most = 0;
        for (Cap cap : all) {
            most = Math.max(most, seconds(cap, loads, flushes));
        }
        return 1 / most;
    }

    /** The name of the tightest. */
    String tightest(TierLoads loads, double flushes) {
        return all.stream()
                .max(Comparator.comparingDouble(cap -> seconds(cap, loads, flushes)))
                .map(Cap::name)
                .orElse("");
    }

    /** How the seconds of the tightest grow with each load. */
    double[] gradient(TierLoads loads, double flushes) {
        Cap tightest = all.stream()
                .max(Comparator.comparingDouble(cap -> seconds(cap, loads, flushes)))
                .orElse(new Cap("", new double[tiers * TierLoads.KINDS], false));
        double[] gradient = tightest.shares.clone();
        for (int i = 0; i < gradient.length; i++) {
            gradient[i] *= factor(tightest, flushes);
        }
        return gradient;
    }

    private double seconds(Cap cap, TierLoads loads, double flushes) {
        return loads.times(cap.shares) * factor(cap, flushes);
    }

    private double factor(Cap cap, double flushes) {
        return cap.besideFlushes ? walWriteCap / Math.max(LEAST_FOR_WRITES * walWriteCap, walWriteCap - flushes) : 1;
    }
}
