package dev.pgstow.files;

import static dev.pgstow.files.YamlText.quoted;

import dev.pgstow.model.DurationText;
import dev.pgstow.model.Range;
import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Basis;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import java.time.Duration;
import java.util.Locale;

/** A plan as text, with the comments a DBA needs to edit it. */
final class PlanText {
    private static final String HEAD = """
            A plan of pgstow: which relations go to another tablespace, how, and in which order.
            Reading it changes nothing. Run it with
              pgstow migrate plan.yaml                                 (checks everything, moves nothing)
              pgstow migrate plan.yaml --execute --window 02:00-04:00
            You may delete moves, reorder them, and change their 'to' and 'method'. Names stand in double quotes, exactly as the
            catalog has them. The order given never fills a tier beyond what it may hold; check that again if you change it.
            Methods:
              reindex  an index, 14+: REINDEX (TABLESPACE ..., CONCURRENTLY). Built anew while everybody works on.
              rebuild  an index, 14+: REINDEX (TABLESPACE ...). Built anew; the table's users wait until it is done.
              alter    a table, index or materialized view: ALTER ... SET TABLESPACE. An exact copy; the table's users wait until
                       it is done, for an index too.
            'size', 'estimate', 'lock', 'wal' and 'reason' are for you: migrate looks again. 'oid' tells it that the relation is
            still the one the plan was made for.
            """;

    private final YamlText yaml = new YamlText();

    PlanText(Plan plan) {
        yaml.comment(HEAD).line("", "pgstow", PlanFile.FORMAT).blank();
        yaml.line("", "cluster", "")
                .line("  ", "system_identifier", quoted(plan.cluster().systemIdentifier()))
                .line("  ", "server", quoted(plan.cluster().version().toString()));
        if (plan.basis() != null) {
            basis(plan.basis());
        }
        if (plan.prediction() != null) {
            prediction(plan.prediction());
        }
        if (!plan.notes().isEmpty()) {
            yaml.blank().line("", "notes", "");
            plan.notes().forEach(note -> yaml.raw("- " + quoted(note)));
        }
        yaml.blank();
        if (plan.moves().isEmpty()) {
            yaml.comment("Nothing is worth moving.").line("", "moves", "[]");
        } else {
            yaml.line("", "moves", "");
            plan.moves().forEach(this::move);
        }
    }

    private void basis(Basis basis) {
        yaml.blank()
                .comment("What it was made from: the workload between two moments, and how far that can be trusted.")
                .line("", "basis", "")
                .line("  ", "to", quoted(basis.to().toString()))
                .line("  ", "interval", duration(basis.interval()))
                .line("  ", "snapshots", Integer.toString(basis.snapshots()))
                .line("  ", "clients", Integer.toString(basis.clients()))
                .line("  ", "confidence", quoted(basis.confidence().word()));
    }

    private void prediction(Prediction prediction) {
        Range ratio = prediction.tpsRatio();
        yaml.blank()
                .comment("Transactions per second after all moves over before, for the clients of the basis.")
                .line("", "prediction", "")
                .line(
                        "  ",
                        "tps_ratio",
                        "{low: " + number(ratio.low()) + ", likely: " + number(ratio.likely()) + ", high: "
                                + number(ratio.high()) + "}")
                .line("  ", "limit", quoted(prediction.limit()))
                .line("  ", "widest", quoted(prediction.widest()));
    }

    private void move(Move move) {
        RelationName name = move.relation();
        yaml.line(
                "- ",
                "relation",
                "{database: " + quoted(name.database()) + ", schema: " + quoted(name.schema()) + ", name: "
                        + quoted(name.name()) + ", kind: " + quoted(move.kind().word()) + "}");
        if (move.oid() != null) {
            yaml.line("  ", "oid", Long.toString(move.oid()));
        }
        yaml.line("  ", "from", quoted(move.from()))
                .line("  ", "to", quoted(move.to()))
                .line("  ", "method", quoted(move.method().word()))
                .line("  ", "size", quoted(move.size().toString()))
                .line(
                        "  ",
                        "estimate",
                        "{low: " + duration(move.estimate().low()) + ", likely: "
                                + duration(move.estimate().likely()) + ", high: "
                                + duration(move.estimate().high()) + "}")
                .line("  ", "lock", quoted(move.lock().word()))
                .line("  ", "wal", quoted(move.wal().toString()))
                .line("  ", "reason", quoted(move.reason()));
    }

    private static String duration(Duration duration) {
        return quoted(DurationText.of(duration));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    @Override
    public String toString() {
        return yaml.toString();
    }
}
