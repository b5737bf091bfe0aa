package dev.pgstow.advise;

import dev.pgstow.advise.MeanValueAnalysis.Centre;
import java.util.ArrayList;
import java.util.List;

/**
 * Transactions per second of a placement: a closed network of the processor, the reads and the writes of each tier and the commit,
 * then the hard bounds of the utilisation law, which also count what no backend waits for. A cap appears once, as a bound; a
 * queue of service time 1/cap beside the latency would count it twice.
 */
final class CostModel {
    /** Above it the bounds alone decide: the network costs the square of the clients and is at a bound anyway. */
    static final int MOST_CLIENTS = 200;

    /** A group commit waits for the rest of the flush under way; released together, clients come back together. Measured. */
    private static final double GROUP_COMMIT = 0.85;

    private static final double CLEANER_SHARE = 0.87;
    private static final int ROUNDS = 80;
    private static final double KNEE = 6;

    private final Inputs inputs;
    private final int clients;
    private final int tiers;

    CostModel(Inputs inputs, int clients) {
        this.inputs = inputs;
        this.clients = clients;
        this.tiers = inputs.tiers().size();
    }

    Inputs inputs() {
        return inputs;
    }

    int clients() {
        return clients;
    }

    /** No placement with these loads can be faster; cheap. */
    double upperBound(TierLoads loads) {
        return Math.min(Math.min(clients / alone(loads), inputs.cores() / inputs.cpu()), caps(loads, 0));
    }

    double tps(TierLoads loads) {
        double commit = inputs.flushes() * inputs.sync();
        double writes = 0;
        double writeSeconds = 0;
        for (int t = 0; t < tiers; t++) {
            writes += loads.writes(t);
            writeSeconds += loads.writes(t) * inputs.tiers().get(t).writeLatency();
        }
        if (writes == 0 && commit == 0) {
            return limited(network(loads, 0, 1), caps(loads, 0));
        }
        return fixedPoint(loads, writes, writes == 0 ? 0 : writeSeconds / writes);
    }

    Throughput explain(TierLoads loads) {
        double tps = tps(loads);
        int tightest = 0;
        for (int which = 1; which <= 2 * tiers; which++) {
            tightest = cap(which, loads, tps) < cap(tightest, loads, tps) ? which : tightest;
        }
        boolean capped = tps >= 0.8 * cap(tightest, loads, tps);
        return new Throughput(tps, capped ? nameOfCap(tightest) : longestWait(loads));
    }

    /**
     * Throughput decides how much the background writer takes off the backends and how full the flushes are, and these decide
     * throughput.
     */
    private double fixedPoint(TierLoads loads, double writes, double writeLatency) {
        double flushSeconds = inputs.flushes() * inputs.sync();
        double tps = 0.5 / alone(loads);
        double cleanerLatency = writeLatency;
        double next = tps;
        for (int round = 0; round < ROUNDS; round++) {
            double cleaned = Math.min(
                    CLEANER_SHARE * writes * tps,
                    inputs.cleaner().maxPages()
                            / (inputs.cleaner().delay() + inputs.cleaner().maxPages() * cleanerLatency));
            double byBackends = writes == 0 ? 1 : 1 - cleaned / (writes * tps);
            double busy = Math.min(1, tps * flushSeconds * (clients - 1) / clients);
            next = Math.min(network(loads, flushSeconds * (1 + GROUP_COMMIT * busy), byBackends), caps(loads, tps));
            if (Math.abs(next - tps) < 1e-4 * tps) {
                break;
            }
            double utilisation = 0;
            for (int t = 0; t < tiers; t++) {
                utilisation = Math.max(
                        utilisation,
                        loads.writes(t) * next / inputs.tiers().get(t).writeCap());
            }
            cleanerLatency = writeLatency * (1 + (clients - 1) * Math.pow(Math.min(1, utilisation), 2) / 2);
            tps = (tps + next) / 2;
        }
        return next;
    }

    /** Without the caps: clients that wait for each other at the processor and at devices that slow down with depth. */
    private double network(TierLoads loads, double commit, double byBackends) {
        double delay = commit + inputs.elsewhere();
        List<Centre> centres = new ArrayList<>();
        centres.add(new Centre(inputs.cpu(), rates(j -> Math.min(j, inputs.cores()))));
        for (int t = 0; t < tiers; t++) {
            TierSpeed tier = inputs.tiers().get(t);
            double waited = loads.waitedReads(t) + loads.sequentialReads(t);
            if (waited > 0 && tier.slowsDown()) {
                double latency = readSeconds(loads, t) / waited;
                double perWaited = loads.reads(t) / waited;
                centres.add(new Centre(waited, rates(j -> Math.min(j / latency, tier.readRate(j) / perWaited))));
            } else {
                delay += readSeconds(loads, t);
            }
            delay += loads.writes(t) * byBackends * tier.writeLatency();
        }
        return clients > MOST_CLIENTS
                ? Math.min(clients / (inputs.cpu() + delay), inputs.cores() / inputs.cpu())
                : MeanValueAnalysis.throughput(clients, delay, centres);
    }

    /**
     * The smaller of both, rounded off where they are alike: a limiter lets some through that a queue would hold, and none that
     * a sum of latencies would not. The power fits the cells that were held out when the model was measured.
     */
    private static double limited(double network, double cap) {
        return network * Math.pow(1 + Math.pow(network / cap, KNEE), -1 / KNEE);
    }

    private double[] rates(java.util.function.IntToDoubleFunction rate) {
        double[] rates = new double[clients];
        for (int j = 1; j <= clients; j++) {
            rates[j - 1] = rate.applyAsDouble(j);
        }
        return rates;
    }

    /** Seconds per transaction that backends wait for the reads of a tier when nobody else is there. */
    double readSeconds(TierLoads loads, int tier) {
        TierSpeed speed = inputs.tiers().get(tier);
        return loads.waitedReads(tier) * speed.readLatency() + loads.sequentialReads(tier) * speed.sequentialLatency();
    }

    /** Seconds of one transaction that has the machine to itself; backend writes are left to the background writer. */
    private double alone(TierLoads loads) {
        double seconds = inputs.cpu() + inputs.elsewhere() + inputs.flushes() * inputs.sync();
        for (int t = 0; t < tiers; t++) {
            seconds += readSeconds(loads, t);
        }
        return seconds;
    }

    /** The tightest of the bounds that devices set. */
    private double caps(TierLoads loads, double tps) {
        double least = Double.POSITIVE_INFINITY;
        for (int which = 0; which < 2 * tiers; which++) {
            least = Math.min(least, cap(which, loads, tps));
        }
        return least;
    }

    /** The bounds in order: of each tier, of each device under several tiers; and of the processor, which the network has. */
    private double cap(int which, TierLoads loads, double tps) {
        if (which == 2 * tiers) {
            return inputs.cores() / inputs.cpu();
        }
        if (which >= tiers) {
            return sharedBound(loads, which - tiers);
        }
        double flushes = which == inputs.walTier() ? flushes(tps) : 0;
        return bound(
                loads.reads(which),
                loads.bytesRead(which),
                loads.writes(which),
                inputs.tiers().get(which),
                flushes);
    }

    private String nameOfCap(int which) {
        if (which == 2 * tiers) {
            return "the processor";
        }
        TierSpeed tier = inputs.tiers().get(which % tiers);
        return which < tiers ? "what tier '" + tier.name() + "' can do" : "what device '" + tier.device() + "' can do";
    }

    private double flushes(double tps) {
        return inputs.flushes() == 0 ? 0 : Math.min(tps * inputs.flushes(), 1 / inputs.sync());
    }

    private static double bound(double reads, double bytes, double writes, TierSpeed tier, double flushes) {
        double bound = Math.min(tier.readCap() / reads, tier.byteCap() / bytes);
        bound = Math.min(bound, Math.max(0.05 * tier.writeCap(), tier.writeCap() - flushes) / writes);
        return Math.min(bound, tier.totalCap() / (reads + writes));
    }

    /** The bound of a device under several tiers, counted at the first of them; its caps are the largest measured or declared. */
    private double sharedBound(TierLoads loads, int first) {
        String device = inputs.tiers().get(first).device();
        double reads = 0;
        double bytes = 0;
        double writes = 0;
        int sharing = 0;
        TierSpeed caps = inputs.tiers().get(first);
        for (int t = 0; t < tiers && !device.isEmpty(); t++) {
            TierSpeed tier = inputs.tiers().get(t);
            if (tier.device().equals(device)) {
                if (t < first) {
                    return Double.POSITIVE_INFINITY;
                }
                sharing++;
                reads += loads.reads(t);
                bytes += loads.bytesRead(t);
                writes += loads.writes(t);
                caps = caps.largestCaps(tier);
            }
        }
        return sharing < 2 ? Double.POSITIVE_INFINITY : bound(reads, bytes, writes, caps, 0);
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
