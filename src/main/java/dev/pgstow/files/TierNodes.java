package dev.pgstow.files;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Course;
import dev.pgstow.model.Declared;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.Environment;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.Limits;
import dev.pgstow.model.Neighbour;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import dev.pgstow.model.RequestLatency;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns the nodes of a tiers file that has no problems into records. */
final class TierNodes {
    private static final double SECONDS = 1 / TiersText.MICROSECONDS;

    private TierNodes() {}

    static Tier tier(JsonNode node) {
        return new Tier(
                node.path("name").asString(),
                strings(node.path("tablespaces")),
                node.path("device").asString(""),
                node.path("durable").asBoolean(),
                node.has("capacity") ? ByteSize.parse(node.path("capacity").asString()) : null,
                node.has("reserve") ? Reserve.parse(node.path("reserve").asString()) : Reserve.DEFAULT,
                number(node, "price_per_gib_month", 1),
                declared(node.path("declared")),
                strings(node.path("pins")),
                node.has("measured") ? measured(node.path("measured")) : null);
    }

    private static Declared declared(JsonNode node) {
        Double iops = number(node, "burst_iops", 1);
        Double bytes = number(node, "burst_mibps", TiersText.BYTES_PER_MIB);
        Duration lasts = node.has("burst_lasts")
                ? DurationText.parse(node.path("burst_lasts").asString())
                : null;
        return new Declared(
                limits(node),
                number(node, "read_us", SECONDS),
                number(node, "write_us", SECONDS),
                number(node, "sync_us", SECONDS),
                iops == null && bytes == null && lasts == null ? null : new Declared.Burst(iops, bytes, lasts),
                node.has("source") ? node.path("source").asString() : null);
    }

    private static Limits limits(JsonNode node) {
        return new Limits(
                number(node, "read_iops", 1),
                number(node, "write_iops", 1),
                number(node, "total_iops", 1),
                number(node, "read_mibps", TiersText.BYTES_PER_MIB),
                number(node, "write_mibps", TiersText.BYTES_PER_MIB),
                number(node, "total_mibps", TiersText.BYTES_PER_MIB));
    }

    private static Profile measured(JsonNode node) {
        return new Profile(
                Instant.parse(node.path("at").asString()),
                node.path("engine").asString(),
                node.path("direct_io").asBoolean(),
                strings(node.path("doubts")),
                limits(node.path("caps")),
                node.path("beside").properties().stream()
                        .map(each ->
                                new Neighbour(each.getKey(), each.getValue().asDouble()))
                        .toList(),
                node.has("environment") ? environment(node.path("environment")) : null,
                list(node.path("results")).stream().map(TierNodes::result).toList());
    }

    private static Environment environment(JsonNode node) {
        Map<String, String> settings = new TreeMap<>();
        node.path("settings")
                .properties()
                .forEach(each -> settings.put(each.getKey(), each.getValue().asString()));
        return new Environment(
                node.path("kernel").asString(),
                node.path("cpus").asInt(),
                ByteSize.parse(node.path("memory").asString()),
                node.path("file_system").asString(),
                node.path("mount_options").asString(),
                strings(node.path("devices")),
                node.has("server") ? node.path("server").asString() : null,
                new TreeMap<>(settings));
    }

    private static PatternResult result(JsonNode node) {
        return new PatternResult(
                MeasuredText.pattern(node.path("pattern").asString()),
                node.path("depth").asInt(),
                Duration.ofNanos(Math.round(node.path("pause_us").asDouble(0) * 1000)),
                node.path("iops").asDouble(),
                new RequestLatency(
                        node.path("mean_us").asDouble() * SECONDS,
                        number(node, "p50_us", SECONDS),
                        number(node, "p95_us", SECONDS),
                        number(node, "p99_us", SECONDS),
                        number(node, "p999_us", SECONDS)),
                new Course(
                        node.has("steady") ? (Boolean) node.path("steady").asBoolean() : null,
                        number(node, "burst_iops", 1)),
                number(node, "cpu_us", SECONDS),
                node.has("limited_by")
                        ? LimitedBy.valueOf(
                                MeasuredText.constant(node.path("limited_by").asString()))
                        : LimitedBy.UNKNOWN);
    }

    private static @Nullable Double number(JsonNode node, String key, double unit) {
        return node.has(key) ? (Double) (node.path(key).asDouble() * unit) : null;
    }

    private static List<String> strings(JsonNode node) {
        return list(node).stream().map(JsonNode::asString).toList();
    }

    private static List<JsonNode> list(JsonNode node) {
        return List.copyOf(node.values());
    }
}
