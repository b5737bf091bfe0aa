package dev.pgstow.report;

import dev.pgstow.model.Range;
import dev.pgstow.plan.Prediction;
import dev.pgstow.verify.Baseline;
import dev.pgstow.verify.Latency;
import dev.pgstow.verify.Outcome;
import dev.pgstow.verify.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A verdict for people: the word first, then why, then the figures. */
public final class VerdictText {
    private VerdictText() {}

    /** Lines of text. */
    public static List<String> lines(Verdict verdict) {
        List<String> lines = new ArrayList<>();
        lines.add("verdict: " + verdict.outcome().word());
        verdict.reasons().forEach(reason -> lines.add("  " + reason));
        lines.add("");
        lines.addAll(figures(verdict));
        if (verdict.prediction() != null) {
            lines.add("");
            lines.add(prediction(verdict, verdict.prediction()));
        }
        if (!verdict.notes().isEmpty()) {
            lines.add("");
            verdict.notes().forEach(note -> lines.add("note: " + note));
        }
        return lines;
    }

    private static List<String> figures(Verdict verdict) {
        Baseline before = verdict.before();
        Baseline after = verdict.after();
        TextTable table = new TextTable("median of the runs", "<before", "<after", "after/before");
        table.row("TPS", tps(before.medianTps()), tps(after.medianTps()), ratio(verdict));
        latency(table, "latency p50, ms", before, after, Latency::p50);
        latency(table, "latency p95, ms", before, after, Latency::p95);
        latency(table, "latency p99, ms", before, after, Latency::p99);
        table.row(
                "blocks read per transaction",
                format("%.2f", before.medianBlocksRead()),
                format("%.2f", after.medianBlocksRead()),
                "");
        table.row(
                "failed, %", format("%.2f", before.failureRate() * 100), format("%.2f", after.failureRate() * 100), "");
        table.row("runs", runs(before), runs(after), "");
        table.row("clients", Integer.toString(before.clients()), Integer.toString(after.clients()), "");
        return table.lines();
    }

    private static void latency(
            TextTable table, String name, Baseline before, Baseline after, ToDoubleFunction<Latency> figure) {
        table.row(name, milliseconds(before.medianLatency(), figure), milliseconds(after.medianLatency(), figure), "");
    }

    private static String milliseconds(
            @org.jspecify.annotations.Nullable Latency latency, ToDoubleFunction<Latency> figure) {
        return latency == null ? "-" : format("%.2f", figure.applyAsDouble(latency) * 1000);
    }

    private static String runs(Baseline side) {
        return side.runs().size() + " x " + side.load().duration().getSeconds() + " s";
    }

    private static String ratio(Verdict verdict) {
        if (verdict.outcome() == Outcome.NOT_COMPARABLE) {
            return "-";
        }
        Range ratio = verdict.effect().ratio();
        return format("%.2f (%.2f to %.2f)", ratio.likely(), ratio.low(), ratio.high());
    }

    private static String prediction(Verdict verdict, Prediction prediction) {
        Range predicted = prediction.tpsRatio();
        String expected = format(
                "predicted: TPS x %.2f (%.2f to %.2f), limited by %s",
                predicted.likely(), predicted.low(), predicted.high(), prediction.limit());
        if (verdict.outcome() == Outcome.NOT_COMPARABLE) {
            return expected;
        }
        return expected
                + format("; measured: x %.2f, ", verdict.effect().ratio().likely())
                + (verdict.predictionHeld() ? "within the range" : "outside of the range");
    }

    private static String tps(double tps) {
        return format(tps < 100 ? "%,.1f" : "%,.0f", tps);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
