package dev.pgstow.cli;

import dev.pgstow.files.PlanFile;
import dev.pgstow.model.Range;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Sessions;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import dev.pgstow.postgres.Connector;
import dev.pgstow.postgres.PostgresCatalogReader;
import dev.pgstow.report.PlacementTable;
import dev.pgstow.verify.Baseline;
import dev.pgstow.verify.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What the demo ends with: placement and TPS before and after, predicted against measured, and the files. */
final class DemoResult {
    private final Connector connector;
    private List<Relation> before = List.of();
    private List<Relation> after = List.of();

    DemoResult(Connector connector) {
        this.connector = connector;
    }

    /** Notes the placement before the moves, from pg_class. */
    void before() {
        before = relations();
    }

    /** A capacity for the fast tier that takes all indexes, with a tenth in reserve, but not the table. */
    String roomForIndexes() {
        double indexes = before.stream()
                .filter(relation -> relation.kind().isIndex())
                .mapToDouble(relation -> relation.size().mebibytes())
                .sum();
        return Math.round(Math.ceil(indexes * 1.3 / 0.9)) + "MiB";
    }

    /** Notes the placement after the moves, from pg_class. */
    void after() {
        after = relations();
    }

    List<String> lines(Verdict verdict, Path files) {
        List<String> lines = new ArrayList<>(PlacementTable.lines(before, after));
        lines.add("");
        lines.add("TPS before     " + side(verdict.before()));
        lines.add("TPS after      " + side(verdict.after()));
        Range ratio = verdict.effect().ratio();
        lines.add(String.format(
                Locale.ROOT,
                "ratio          %.2f (95 %% interval %.2f to %.2f): %s",
                ratio.likely(),
                ratio.low(),
                ratio.high(),
                verdict.outcome().word()));
        lines.add("predicted      " + predicted(verdict, PlanFile.read(files.resolve("plan.yaml"))));
        lines.add("");
        lines.add("files:");
        names(files).forEach(name -> lines.add("  " + name));
        return lines;
    }

    private static String side(Baseline side) {
        double[] tps = side.tps();
        return String.format(
                Locale.ROOT,
                "%,.0f (%d runs, %,.0f to %,.0f)",
                side.medianTps(),
                tps.length,
                Arrays.stream(tps).min().orElse(0),
                Arrays.stream(tps).max().orElse(0));
    }

    private static String predicted(Verdict verdict, Plan plan) {
        Prediction prediction = plan.prediction();
        if (prediction == null) {
            return "nothing: the plan is empty";
        }
        Range ratio = prediction.tpsRatio();
        return String.format(
                Locale.ROOT,
                "%.2f (%.2f to %.2f): the measured ratio lies %s",
                ratio.likely(),
                ratio.low(),
                ratio.high(),
                verdict.predictionHeld() ? "inside" : "outside");
    }

    private List<Relation> relations() {
        try (PostgresCatalogReader reader = new PostgresCatalogReader(connector)) {
            return reader.read(Sessions.NONE).relations().stream()
                    .map(RelationSample::relation)
                    .filter(relation -> relation.name().database().equals(connector.database()))
                    .toList();
        }
    }

    private static List<String> names(Path files) {
        try (Stream<Path> all = Files.list(files)) {
            return all.map(Path::toString).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
