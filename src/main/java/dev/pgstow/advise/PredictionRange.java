package dev.pgstow.advise;

import dev.pgstow.model.Range;
import java.util.List;

/**
 * How far a prediction may be off: the model is solved again with each input at its low and at its high end, and the squares of the
 * logarithms add up, those that lower it apart from those that raise it. The half-widths come from measured workloads.
 */
final class PredictionRange {
    private static final double LEAST = Math.log(1.05);
    private static final double REBUILT = Math.log(1.15);
    private static final double WRITERS = Math.log(1.4);
    private static final double FAST_TIER = 100e-6;

    private final CostModel model;
    private final TierLoads loads;
    private final double tps;
    private double below;
    private double above;
    private double widest;
    private String name = "the model itself";

    private PredictionRange(CostModel model, TierLoads loads) {
        this.model = model;
        this.loads = loads;
        this.tps = model.tps(loads);
    }

    /** A prediction with its doubts. {@code widest} is the input that widens it most. */
    record Result(Range ratio, String widest) {}

    /**
     * @param present the loads of the placement that was observed
     * @param rebuilt whether an index of the plan is built anew, which changes it
     */
    static Result of(Calibration calibration, CostModel model, TierLoads present, TierLoads after, boolean rebuilt) {
        PredictionRange range = new PredictionRange(model, after);
        range.latencies(calibration, present);
        range.processor(calibration);
        range.caps();
        range.demands();
        range.wholeModel(calibration, rebuilt);
        double ratio = range.tps / model.tps(present);
        return new Result(
                new Range(
                        ratio * Math.exp(-Math.max(LEAST, Math.sqrt(range.below))),
                        ratio,
                        ratio * Math.exp(Math.max(LEAST, Math.sqrt(range.above)))),
                range.name);
    }

    private void latencies(Calibration calibration, TierLoads present) {
        List<TierSpeed> tiers = model.inputs().tiers();
        for (int t = 0; t < tiers.size(); t++) {
            int tier = t;
            boolean fitted = calibration.timed() && present.reads(t) > 0;
            double factor = fitted ? 1.06 : tiers.get(t).readLatency() < FAST_TIER ? 1.3 : 1.1;
            String what = "the read latency of tier '" + tiers.get(t).name() + "'";
            inputs(what, model.inputs().withTier(tier, speed -> speed.withReads(factor, 1)));
            inputs(what, model.inputs().withTier(tier, speed -> speed.withReads(1 / factor, 1)));
        }
    }

    /** Processor time per transaction falls when the cores are busy, to less than half; so the bound is higher, not lower. */
    private void processor(Calibration calibration) {
        double cpu = model.inputs().cpu();
        double error = calibration.cpuError();
        inputs("the time outside I/O", model.inputs().withCpu(cpu / error));
        inputs("the time outside I/O", model.inputs().withCpu(cpu * Math.max(1.2, error)));
        inputs(
                "processor time per transaction at full load",
                model.inputs().withCores(model.inputs().cores() * 1.8));
        inputs(
                "processor time per transaction at full load",
                model.inputs().withCores(model.inputs().cores() / 1.25));
    }

    private void caps() {
        List<TierSpeed> tiers = model.inputs().tiers();
        for (int t = 0; t < tiers.size(); t++) {
            String tier = "tier '" + tiers.get(t).name() + "'";
            for (double factor : new double[] {0.97, 1.03}) {
                inputs("the read limit of " + tier, model.inputs().withTier(t, speed -> speed.withReads(1, factor)));
            }
            for (double factor : new double[] {0.88, 1.12}) {
                inputs(
                        "the write limit of " + tier,
                        model.inputs().withTier(t, speed -> speed.withWrites(speed.writeLatency(), factor)));
            }
        }
    }

    private void demands() {
        for (double factor : new double[] {0.97, 1.03}) {
            add("reads per transaction", model.tps(loads.scaled(factor, 1)));
        }
        for (double factor : new double[] {0.85, 1.15}) {
            add("writes per transaction", model.tps(loads.scaled(1, factor)));
        }
    }

    private void wholeModel(Calibration calibration, boolean rebuilt) {
        if (rebuilt) {
            both("how a rebuilt index settles", REBUILT, REBUILT);
        }
        if (model.inputs().flushes() > 0.01 && model.clients() > 1) {
            // held-out runs of a writing workload with 2 and 8 clients fell short by up to this much
            both("locks between writing transactions", WRITERS, 0);
        }
        double mismatch = Math.abs(Math.log(calibration.selfCheck()));
        if (mismatch > 0.15) {
            both("that the model does not explain the observed TPS", mismatch, mismatch);
        }
    }

    private void inputs(String what, Inputs changed) {
        add(what, new CostModel(changed, model.clients()).tps(loads));
    }

    private void add(String what, double changed) {
        double difference = Math.log(changed / tps);
        both(what, Math.max(0, -difference), Math.max(0, difference));
    }

    private void both(String what, double lower, double higher) {
        below += lower * lower;
        above += higher * higher;
        if (Math.max(lower, higher) > widest) {
            widest = Math.max(lower, higher);
            name = what;
        }
    }
}
