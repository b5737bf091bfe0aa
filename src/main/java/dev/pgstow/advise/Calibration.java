package dev.pgstow.advise;

import dev.pgstow.model.Activity;
import dev.pgstow.model.RelationName;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The model's inputs as the observed workload shows them.
 *
 * @param demands with the share of reads that reach a device and the share of latency that is waited for
 * @param clients that were observed, 0 when nobody knows
 * @param tps that they reached
 * @param selfCheck what the model says of the observed placement over what was observed; 1 when there is nothing to compare
 * @param cpuError how far the time outside I/O may be off, as a factor above 1
 * @param timed whether the server timed its I/O, so that latencies are its own
 */
record Calibration(
        Inputs inputs,
        Function<RelationName, Demand> demands,
        int clients,
        double tps,
        double selfCheck,
        double cpuError,
        boolean timed,
        List<String> findings) {
    Calibration {
        findings = List.copyOf(findings);
    }

    static Calibration of(Activity activity, Places places, AdviseOptions options, @Nullable MeasuredLoad load) {
        return new CalibrationFit(activity, places, options, load).calibration();
    }
}
