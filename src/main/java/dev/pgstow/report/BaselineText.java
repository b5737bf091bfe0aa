package dev.pgstow.report;

import dev.pgstow.verify.Baseline;
import dev.pgstow.verify.Latency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A measured before side for people. */
public final class BaselineText {
    private BaselineText() {}

    /** Lines of text. */
    public static List<String> lines(Baseline baseline) {
        double[] tps = baseline.tps();
        Latency latency = baseline.medianLatency();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "baseline: %,.1f TPS, median of %d run(s) of %d s (%,.1f to %,.1f), %d client(s)",
                baseline.medianTps(),
                tps.length,
                baseline.load().duration().getSeconds(),
                Arrays.stream(tps).min().orElseThrow(),
                Arrays.stream(tps).max().orElseThrow(),
                baseline.clients()));
        if (latency != null) {
            lines.add(String.format(
                    Locale.ROOT,
                    "latency: p50 %.2f ms, p95 %.2f ms, p99 %.2f ms",
                    latency.p50() * 1000,
                    latency.p95() * 1000,
                    latency.p99() * 1000));
        }
        lines.add(String.format(
                Locale.ROOT,
                "blocks read per transaction: %.2f; failed: %.2f %%",
                baseline.medianBlocksRead(),
                baseline.failureRate() * 100));
        lines.add("workload: " + baseline.load().workload().summary() + ", by " + baseline.driver());
        baseline.notes().forEach(note -> lines.add("note: " + note));
        return lines;
    }
}
