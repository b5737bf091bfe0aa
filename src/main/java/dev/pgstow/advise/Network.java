package dev.pgstow.advise;

import dev.pgstow.advise.MeanValueAnalysis.Centre;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/** Clients that wait for each other at the processor and at devices that slow down with depth, without the caps. */
final class Network {
    /** Above it the bounds alone decide: the network costs the square of the clients and is at a bound anyway. */
    static final int MOST_CLIENTS = 200;

    /** Steps of the bound to each power of e. */
    private static final double STEPS = 4000;

    private final Inputs inputs;
    private final int clients;
    private final boolean[] slowsDown;
    private final double[] processor;
    private final Map<Integer, Double> bounds = new HashMap<>();

    Network(Inputs inputs, int clients) {
        this.inputs = inputs;
        this.clients = clients;
        this.processor = rates(j -> Math.min(j, inputs.cores()));
        this.slowsDown = new boolean[inputs.tiers().size()];
        for (int t = 0; t < slowsDown.length; t++) {
            slowsDown[t] = inputs.tiers().get(t).slowsDown();
        }
    }

    /**
     * Transactions per second.
     *
     * @param commit seconds that a transaction waits for its flushes
     * @param byBackends the share of the writes that backends make
     */
    double tps(TierLoads loads, double commit, double byBackends) {
        double delay = commit + inputs.elsewhere();
        List<Centre> centres = new ArrayList<>();
        centres.add(new Centre(inputs.cpu(), processor));
        for (int t = 0; t < slowsDown.length; t++) {
            TierSpeed tier = inputs.tiers().get(t);
            double waited = loads.waitedReads(t) + loads.sequentialReads(t);
            if (waited > 0 && slowsDown[t]) {
                double latency = readSeconds(loads, t) / waited;
                double perWaited = loads.reads(t) / waited;
                centres.add(new Centre(waited, rates(j -> Math.min(j / latency, tier.readRate(j) / perWaited))));
            } else {
                delay += readSeconds(loads, t);
            }
            delay += loads.writes(t) * byBackends * tier.writeLatency();
        }
        return tps(delay, centres);
    }

    /** Not less than {@link #tps}, whatever backends wait for beside: cheap where it is asked again and again. */
    double upperBound(TierLoads loads) {
        double delay = inputs.elsewhere() + inputs.flushes() * inputs.sync();
        for (int t = 0; t < slowsDown.length; t++) {
            delay += readSeconds(loads, t);
        }
        if (delay <= 0) {
            return tps(0, List.of(new Centre(inputs.cpu(), processor)));
        }
        // a little less delay, so that many delays share what they come to
        int step = (int) Math.floor(Math.log(delay) * STEPS);
        return bounds.computeIfAbsent(
                step, k -> tps(Math.exp(k / STEPS), List.of(new Centre(inputs.cpu(), processor))));
    }

    private double tps(double delay, List<Centre> centres) {
        return clients > MOST_CLIENTS
                ? Math.min(clients / (inputs.cpu() + delay), inputs.cores() / inputs.cpu())
                : MeanValueAnalysis.throughput(clients, delay, centres);
    }

    private double[] rates(IntToDoubleFunction rate) {
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
}
