package dev.pgstow.files;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.Range;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Basis;
import dev.pgstow.plan.Confidence;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A plan from its tree. What the schema cannot say is checked here. Values that do not parse become neutral ones, so that all
 * problems are found; a plan is only returned when there are none.
 */
final class PlanReader {
    private static final Set<String> SYSTEM_SCHEMAS = Set.of("pg_catalog", "information_schema", "pg_toast");

    private final YamlDocument document;
    private final ServerVersion version;

    PlanReader(YamlDocument document) {
        this.document = document;
        this.version = value(
                "/cluster/server",
                document.root().at("/cluster/server"),
                ServerVersion::parse,
                new ServerVersion(180000));
    }

    Plan plan() {
        JsonNode root = document.root();
        List<Move> moves = moves(root.path("moves"));
        Basis basis = root.has("basis") ? basis(root.path("basis")) : null;
        Prediction prediction = root.has("prediction") ? prediction(root.path("prediction")) : null;
        document.throwProblems();
        Cluster cluster = new Cluster(root.at("/cluster/system_identifier").asString(), version);
        List<String> notes =
                root.path("notes").valueStream().map(JsonNode::asString).toList();
        return new Plan(cluster, basis, prediction, notes, moves);
    }

    private Basis basis(JsonNode basis) {
        return new Basis(
                value("/basis/to", basis.path("to"), Instant::parse, Instant.EPOCH),
                value("/basis/interval", basis.path("interval"), DurationText::parse, Duration.ZERO),
                basis.path("snapshots").asInt(0),
                basis.path("clients").asInt(0),
                constant(Confidence.values(), basis.path("confidence"), Confidence.LOW));
    }

    private Prediction prediction(JsonNode prediction) {
        JsonNode ratio = prediction.path("tps_ratio");
        double low = ratio.path("low").asDouble(0);
        double likely = ratio.path("likely").asDouble(0);
        double high = ratio.path("high").asDouble(0);
        Range range = new Range(0, 0, 0);
        if (low <= likely && likely <= high) {
            range = new Range(low, likely, high);
        } else {
            document.problem("/prediction/tps_ratio", "prediction/tps_ratio: not in the order low, likely, high");
        }
        return new Prediction(
                range,
                prediction.path("limit").asString(""),
                prediction.path("widest").asString(""));
    }

    private List<Move> moves(JsonNode nodes) {
        List<Move> moves = new ArrayList<>();
        Map<RelationName, Integer> seen = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            Move move = move("/moves/" + i, nodes.path(i));
            Integer before = seen.putIfAbsent(move.relation(), i);
            if (before != null && !move.relation().name().isEmpty()) {
                problem("/moves/" + i + "/relation", move.relation() + " is moved already by moves/" + before);
            }
            moves.add(move);
        }
        return moves;
    }

    private Move move(String at, JsonNode node) {
        JsonNode relation = node.path("relation");
        Move move = new Move(
                new RelationName(
                        string(relation.path("database")),
                        string(relation.path("schema")),
                        string(relation.path("name"))),
                constant(RelationKind.values(), relation.path("kind"), RelationKind.INDEX),
                node.path("oid").isIntegralNumber() ? (Long) node.path("oid").asLong(1) : null,
                string(node.path("from")),
                string(node.path("to")),
                constant(Method.values(), node.path("method"), Method.ALTER),
                value(at + "/size", node.path("size"), ByteSize::parse, ByteSize.ZERO),
                estimate(at + "/estimate", node.path("estimate")),
                value(at + "/wal", node.path("wal"), ByteSize::parse, ByteSize.ZERO),
                string(node.path("reason")));
        check(at, move, string(node.path("lock")));
        return move;
    }

    private DurationRange estimate(String at, JsonNode node) {
        Duration low = value(at + "/low", node.path("low"), DurationText::parse, Duration.ZERO);
        Duration likely = value(at + "/likely", node.path("likely"), DurationText::parse, low);
        Duration high = value(at + "/high", node.path("high"), DurationText::parse, likely);
        if (low.compareTo(likely) > 0 || likely.compareTo(high) > 0) {
            problem(at, "not in the order low, likely, high");
            return DurationRange.ZERO;
        }
        return new DurationRange(low, likely, high);
    }

    private void check(String at, Move move, String lock) {
        if (SYSTEM_SCHEMAS.contains(move.relation().schema())) {
            problem(
                    at + "/relation/schema",
                    "relations of schema '" + move.relation().schema() + "' cannot be moved");
        }
        if (move.to().equals("pg_global")) {
            problem(at + "/to", "'pg_global' holds the cluster's own catalogs only");
        }
        if (!move.to().isEmpty() && move.to().equals(move.from())) {
            problem(at + "/to", "'from' and 'to' are both '" + move.to() + "'");
        }
        String method = move.method().word();
        if (move.method() != Method.ALTER && !move.kind().isIndex()) {
            problem(
                    at + "/method",
                    "method '" + method + "' is for an index, not for a "
                            + move.kind().word() + ": use 'alter'");
        } else if (move.method() != Method.ALTER && !version.atLeast(14)) {
            problem(at + "/method", "method '" + method + "' needs PostgreSQL 14, not " + version + ": use 'alter'");
        }
        if (!lock.isEmpty() && !lock.equals(move.lock().word())) {
            problem(
                    at + "/lock",
                    "method '" + method + "' takes lock '" + move.lock().word() + "', not '" + lock
                            + "': correct it or leave it out");
        }
    }

    private void problem(String at, String message) {
        document.problem(at, at.substring(1) + ": " + message);
    }

    /** What a text stands for; the neutral value when the key is absent, of a wrong type, or does not parse. */
    private <T> T value(String at, JsonNode node, Function<String, T> parser, T neutral) {
        if (!node.isString()) {
            return neutral;
        }
        try {
            return parser.apply(node.asString());
        } catch (DateTimeParseException e) {
            problem(at, "'" + node.asString() + "' is not a time such as 2026-11-30T12:00:00Z");
        } catch (IllegalArgumentException e) {
            problem(at, String.valueOf(e.getMessage()));
        }
        return neutral;
    }

    /** The constant whose word stands there, with spaces or hyphens for underscores. */
    private static <E extends Enum<E>> E constant(E[] values, JsonNode node, E neutral) {
        String name = string(node).toUpperCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
        for (E value : values) {
            if (value.name().equals(name)) {
                return value;
            }
        }
        return neutral;
    }

    private static String string(@Nullable JsonNode node) {
        return node != null && node.isString() ? node.asString() : "";
    }
}
