package dev.pgstow.files;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.verify.Baseline;
import dev.pgstow.verify.Conditions;
import dev.pgstow.verify.Latency;
import dev.pgstow.verify.Load;
import dev.pgstow.verify.RunResult;
import dev.pgstow.verify.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The measured before side, with the workload whole so that it can be run again: format {@code baseline/1}. */
public final class BaselineFile {
    private BaselineFile() {}

    /**
     * Reads a baseline.
     *
     * @throws dev.pgstow.model.PgstowException (bad-file) with all problems and their lines
     */
    public static Baseline read(Path file) {
        YamlDocument document = YamlDocument.read(file, "baseline/1");
        JsonNode root = document.root();
        WorkloadNodes.checkStatements(document, root.path("workload").path("statements"), "/workload/statements");
        checkInstant(document, root.path("server_started"), "/server_started");
        for (int i = 0; i < root.path("runs").size(); i++) {
            checkInstant(document, root.path("runs").path(i).path("started"), "/runs/" + i + "/started");
        }
        document.throwProblems();
        Workload workload = workload(root.path("workload"));
        if (!workload.hash().equals(root.path("workload").path("hash").asString())) {
            document.problem("/workload/hash", "the workload is not the one that was measured: its hash is another");
            document.throwProblems();
        }
        return new Baseline(
                load(root.path("load"), workload),
                conditions(root),
                root.path("driver").asString(),
                runs(root.path("runs")),
                texts(root.path("notes")));
    }

    private static void checkInstant(YamlDocument document, JsonNode value, String pointer) {
        try {
            if (value.isString()) {
                Instant.parse(value.asString());
            }
        } catch (DateTimeParseException e) {
            document.problem(pointer, "'" + value.asString() + "' is not a time such as 2026-11-30T02:00:00Z");
        }
    }

    private static Workload workload(JsonNode node) {
        return node.has("statements")
                ? WorkloadNodes.statements(node.path("statements"))
                : WorkloadNodes.scripts(node.path("pgbench"));
    }

    private static Load load(JsonNode node, Workload workload) {
        return new Load(
                workload,
                node.path("clients").asInt(),
                node.path("threads").asInt(),
                Duration.ofSeconds(node.path("run_seconds").asLong()),
                Duration.ofSeconds(node.path("warmup_seconds").asLong()),
                node.path("runs").asInt(),
                node.path("allow_writes").asBoolean());
    }

    private static Conditions conditions(JsonNode root) {
        Map<String, String> settings = new TreeMap<>();
        root.path("settings")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asString()));
        JsonNode cluster = root.path("cluster");
        return new Conditions(
                new Cluster(
                        cluster.path("system_identifier").asString(),
                        ServerVersion.parse(cluster.path("server").asString())),
                root.path("database").asString(),
                Instant.parse(root.path("server_started").asString()),
                settings);
    }

    private static List<RunResult> runs(JsonNode runs) {
        List<RunResult> results = new ArrayList<>();
        for (JsonNode run : runs) {
            results.add(new RunResult(
                    Instant.parse(run.path("started").asString()),
                    Duration.ofNanos(Math.round(run.path("seconds").asDouble() * 1e9)),
                    run.path("tps").asDouble(),
                    run.path("transactions").asLong(),
                    run.path("failures").asLong(),
                    latency(run.path("latency_seconds")),
                    run.path("reads_per_transaction").asDouble()));
        }
        return results;
    }

    private static @Nullable Latency latency(JsonNode node) {
        return node.isMissingNode()
                ? null
                : new Latency(
                        node.path("mean").asDouble(),
                        node.path("p50").asDouble(),
                        node.path("p95").asDouble(),
                        node.path("p99").asDouble());
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asString()));
        return texts;
    }

    /**
     * Writes a baseline; a file of that name is replaced.
     *
     * @throws dev.pgstow.model.PgstowException (bad-file) when it cannot be written
     */
    public static void write(Path file, Baseline baseline) {
        YamlText yaml = new YamlText();
        yaml.comment(
                        "Measured by 'pgstow verify --baseline'. 'pgstow verify --against' runs the same again and compares.")
                .comment(String.format(Locale.ROOT, "Median: %,.1f TPS.", baseline.medianTps()))
                .line("", "pgstow", "baseline/1");
        SideLines.write(yaml, "", baseline);
        WorkloadLines.write(yaml, baseline.load().workload());
        AtomicFile.write(file, yaml.toString());
    }
}
