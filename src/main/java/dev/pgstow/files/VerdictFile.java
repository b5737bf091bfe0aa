package dev.pgstow.files;

import static dev.pgstow.files.SideLines.number;
import static dev.pgstow.files.YamlText.quoted;

import dev.pgstow.model.Range;
import dev.pgstow.plan.Prediction;
import dev.pgstow.verify.Effect;
import dev.pgstow.verify.Verdict;
import java.nio.file.Path;

/** A verdict with all it was made from: format {@code verdict/1}. */
public final class VerdictFile {
    private VerdictFile() {}

    /**
     * Writes a verdict, whole or not at all; an older file of that name is replaced.
     *
     * @throws dev.pgstow.model.PgstowException (bad-file) when it cannot be written
     */
    public static void write(Path file, Verdict verdict) {
        AtomicFile.write(file, text(verdict));
    }

    /** The file's content. The same verdict gives the same text. */
    static String text(Verdict verdict) {
        YamlText yaml = new YamlText();
        yaml.comment("Written by 'pgstow verify --against'.")
                .line("", "pgstow", "verdict/1")
                .line("", "verdict", quoted(verdict.outcome().word()))
                .line("", "reasons", "");
        verdict.reasons().forEach(reason -> yaml.raw("- " + quoted(reason)));
        effect(yaml, verdict.effect());
        if (verdict.prediction() != null) {
            prediction(yaml, verdict.prediction(), verdict.predictionHeld());
        }
        SideLines.notes(yaml, "", verdict.notes());
        yaml.line(
                "",
                "workload",
                "{hash: " + quoted(verdict.after().load().workload().hash()) + ", summary: "
                        + quoted(verdict.after().load().workload().summary()) + "}");
        yaml.line("", "before", "");
        SideLines.write(yaml, "  ", verdict.before());
        yaml.line("", "after", "");
        SideLines.write(yaml, "  ", verdict.after());
        return yaml.toString();
    }

    private static void effect(YamlText yaml, Effect effect) {
        yaml.comment("Median TPS after over before, with its 95 % interval. It means nothing if not comparable.")
                .line("", "tps_ratio", flow(effect.ratio()))
                .line("", "p_value", number(effect.pValue(), 6))
                .line("", "noise_floor", number(effect.noiseFloor(), 4));
    }

    private static void prediction(YamlText yaml, Prediction prediction, boolean held) {
        yaml.line("", "prediction", "")
                .line("  ", "tps_ratio", flow(prediction.tpsRatio()))
                .line("  ", "limit", quoted(prediction.limit()))
                .line("  ", "widest", quoted(prediction.widest()))
                .line("  ", "held", Boolean.toString(held));
    }

    private static String flow(Range range) {
        return "{low: " + number(range.low(), 4) + ", likely: " + number(range.likely(), 4) + ", high: "
                + number(range.high(), 4) + "}";
    }
}
