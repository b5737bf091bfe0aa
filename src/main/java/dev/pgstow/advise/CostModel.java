package dev.pgstow.advise;

import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * Transactions per second of a placement: a closed network of the processor, the reads and the writes of each tier and the commit,
 * then the hard bounds of the utilisation law, which also count what no backend waits for. A cap appears once, as a bound; a
 * queue of service time 1/cap beside the latency would count it twice.
 */
final class CostModel {
    /** A group commit waits for the rest of the flush under way; released together, clients come back together. Measured. */
    private static final double GROUP_COMMIT = 0.85;

    private static final double CLEANER_SHARE = 0.87;
    private static final int ROUNDS = 200;
    private static final double RELATIVE_ACCURACY = 1e-9;
    private static final double KNEE = 6;
    private static final double DIFFERENCE = 1e-5;
    /** Nearer to a bound than this it is the bound that limits. */
    private static final double ALMOST = 0.8;

    private final Inputs inputs;
    private final int clients;
    private final int tiers;
    private final Caps caps;
    private final Network network;

    CostModel(Inputs inputs, int clients) {
        this.inputs = inputs;
        this.clients = clients;
        this.tiers = inputs.tiers().size();
        this.caps = new Caps(inputs.tiers(), inputs.walTier());
        this.network = new Network(inputs, clients);
    }

    Inputs inputs() {
        return inputs;
    }

    int clients() {
        return clients;
    }

    /** No placement with these loads can be faster; cheap. */
    double upperBound(TierLoads loads) {
        return upperBound(loads, loads);
    }

    /**
     * The same where some loads are not decided.
     *
     * @param decided loads that tiers have whatever comes
     * @param quickest all, with what is not decided on the tier where it waits least
     */
    double upperBound(TierLoads decided, TierLoads quickest) {
        double network = this.network.upperBound(quickest);
        double devices = caps.tps(decided, 0);
        return isRounded(quickest) ? 1 / rounded(1 / network, 1 / devices) : Math.min(network, devices);
    }

    double tps(TierLoads loads) {
        if (isRounded(loads)) {
            return 1 / rounded(1 / network.tps(loads, 0, 1), 1 / caps.tps(loads, 0));
        }
        double writes = 0;
        double writeSeconds = 0;
        for (int t = 0; t < tiers; t++) {
            writes += loads.writes(t);
            writeSeconds += loads.writes(t) * inputs.tiers().get(t).writeLatency();
        }
        return selfConsistent(loads, writes, writes == 0 ? 0 : writeSeconds / writes);
    }

    Throughput explain(TierLoads loads) {
        double tps = tps(loads);
        double devices = caps.tps(loads, flushes(tps));
        double processor = inputs.cores() / inputs.cpu();
        if (tps < ALMOST * Math.min(devices, processor)) {
            return new Throughput(tps, longestWait(loads));
        }
        return new Throughput(tps, processor < devices ? "the processor" : caps.tightest(loads, flushes(tps)));
    }

    /**
     * Throughput decides how much the background writer takes off the backends and how full the flushes are, and these decide
     * throughput: more of it makes both worse, so that exactly one agrees with itself.
     */
    private double selfConsistent(TierLoads loads, double writes, double writeLatency) {
        double most = reached(loads, writes, writeLatency, 0);
        if (reached(loads, writes, writeLatency, most) >= most * (1 - RELATIVE_ACCURACY)) {
            return most;
        }
        return new BrentSolver(RELATIVE_ACCURACY, Double.MIN_NORMAL)
                .solve(ROUNDS, tps -> reached(loads, writes, writeLatency, tps) - tps, 0, most);
    }

    /** What is reached where the background writer and the commits have so many transactions per second to serve. */
    private double reached(TierLoads loads, double writes, double writeLatency, double tps) {
        double utilisation = 0;
        for (int t = 0; t < tiers; t++) {
            utilisation = Math.max(
                    utilisation, loads.writes(t) * tps / inputs.tiers().get(t).writeCap());
        }
        double cleanerLatency = writeLatency * (1 + (clients - 1) * Math.pow(Math.min(1, utilisation), 2) / 2);
        double byBackends =
                1 - Math.min(CLEANER_SHARE, inputs.cleaner().pagesPerSecond(cleanerLatency) / (writes * tps));
        return Math.min(network.tps(loads, commitAt(tps), writes == 0 ? 1 : byBackends), caps.tps(loads, flushes(tps)));
    }

    /**
     * Seconds of a transaction (clients over throughput) that no placement with these loads is below, if it reaches a floor; as without a
     * floor where nothing is written. Convex in the loads, so that a tangent is below it everywhere: of queues that is seen, not proved
     * ({@code CostModelTest}).
     *
     * @param floor transactions per second that some placement is known to reach: a faster one finds the background writer and the
     *     commits at least as busy
     */
    double leastSeconds(TierLoads loads, double floor) {
        double network = 1 / this.network.tps(loads, commitAt(floor), byBackendsAt(loads, floor));
        double devices = 1 / caps.tps(loads, flushes(floor));
        return clients * (isRounded(loads) ? rounded(network, devices) : Math.max(network, devices));
    }

    /** How {@link #leastSeconds} grows with each load: a tangent. */
    double[] gradient(TierLoads loads, double floor) {
        double network = 1 / this.network.tps(loads, commitAt(floor), byBackendsAt(loads, floor));
        double devices = 1 / caps.tps(loads, flushes(floor));
        double both = rounded(network, devices);
        boolean smooth = isRounded(loads);
        double ofNetwork = smooth ? Math.pow(network / both, KNEE - 1) : network >= devices ? 1 : 0;
        double ofDevices = smooth ? Math.pow(devices / both, KNEE - 1) : network >= devices ? 0 : 1;
        double[] gradient = caps.gradient(loads, flushes(floor));
        double[] values = loads.values();
        double step = DIFFERENCE * Math.max(1, operations(loads));
        for (int i = 0; i < values.length; i++) {
            double rise = 0;
            if (ofNetwork > 0 && i % TierLoads.KINDS != TierLoads.BYTES_READ) {
                double at = values[i];
                double low = Math.max(0, at - step);
                values[i] = at + step;
                rise = 1 / this.network.tps(TierLoads.of(values), commitAt(floor), byBackendsAt(loads, floor));
                values[i] = low;
                rise -= 1 / this.network.tps(TierLoads.of(values), commitAt(floor), byBackendsAt(loads, floor));
                rise /= at + step - low;
                values[i] = at;
            }
            gradient[i] = clients * (ofNetwork * Math.max(0, rise) + ofDevices * gradient[i]);
        }
        return gradient;
    }

    /** Where nothing is written and nothing is flushed. */
    private boolean isRounded(TierLoads loads) {
        for (int t = 0; t < tiers; t++) {
            if (loads.writes(t) > 0) {
                return false;
            }
        }
        return inputs.flushes() * inputs.sync() == 0;
    }

    private double operations(TierLoads loads) {
        double sum = 0;
        for (int t = 0; t < tiers; t++) {
            sum += loads.reads(t) + loads.writes(t);
        }
        return sum;
    }

    private double commitAt(double tps) {
        double flushSeconds = inputs.flushes() * inputs.sync();
        return flushSeconds * (1 + GROUP_COMMIT * Math.min(1, tps * flushSeconds * (clients - 1) / clients));
    }

    /** The least share of the writes that is left to backends on any tier. */
    private double byBackendsAt(TierLoads loads, double tps) {
        double writes = 0;
        double latency = Double.POSITIVE_INFINITY;
        for (int t = 0; t < tiers; t++) {
            writes += loads.writes(t);
            latency = Math.min(latency, inputs.tiers().get(t).writeLatency());
        }
        return 1 - Math.min(CLEANER_SHARE, inputs.cleaner().pagesPerSecond(latency) / (writes * tps));
    }

    /**
     * The longer of both, rounded off where they are alike: a limiter lets some through that a queue would hold, and none that
     * a sum of latencies would not. The power fits the cells that were held out when the model was measured.
     */
    private static double rounded(double network, double cap) {
        return network * Math.pow(1 + Math.pow(cap / network, KNEE), 1 / KNEE);
    }

    private double flushes(double tps) {
        return inputs.flushes() == 0 ? 0 : Math.min(tps * inputs.flushes(), 1 / inputs.sync());
    }

    /** Seconds per transaction that backends wait for the reads of a tier when nobody else is there. */
    double readSeconds(TierLoads loads, int tier) {
        return network.readSeconds(loads, tier);
    }

    private String longestWait(TierLoads loads) {
        String longest = "time outside I/O";
        double most = inputs.cpu() + inputs.elsewhere();
        double commit = inputs.flushes() * inputs.sync();
        if (commit > most) {
            most = commit;
            longest = "waiting for commits";
        }
        for (int t = 0; t < tiers; t++) {
            if (readSeconds(loads, t) > most) {
                most = readSeconds(loads, t);
                longest = "waiting for reads of tier '" + inputs.tiers().get(t).name() + "'";
            }
        }
        return longest;
    }
}
