package dev.pgstow.files;

import static dev.pgstow.files.YamlText.quoted;

import dev.pgstow.verify.Baseline;
import dev.pgstow.verify.Conditions;
import dev.pgstow.verify.Latency;
import dev.pgstow.verify.Load;
import dev.pgstow.verify.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Writes a measured side, all but its workload. */
final class SideLines {
    private SideLines() {}

    static void write(YamlText yaml, String indent, Baseline side) {
        Conditions conditions = side.conditions();
        yaml.line(
                        indent,
                        "cluster",
                        "{system_identifier: " + quoted(conditions.cluster().systemIdentifier()) + ", server: "
                                + quoted(conditions.cluster().version().toString()) + "}")
                .line(indent, "database", quoted(conditions.database()))
                .line(indent, "server_started", quoted(conditions.startedAt().toString()))
                .line(indent, "driver", quoted(side.driver()));
        write(yaml, indent, side.load());
        yaml.line(indent, "runs", "");
        side.runs().forEach(run -> yaml.raw(indent + "- " + flow(run)));
        if (!conditions.settings().isEmpty()) {
            yaml.line(indent, "settings", "");
            new TreeMap<>(conditions.settings())
                    .forEach((name, value) -> yaml.raw(indent + "  " + quoted(name) + ": " + quoted(value)));
        }
        notes(yaml, indent, side.notes());
    }

    private static void write(YamlText yaml, String indent, Load load) {
        yaml.line(indent, "load", "")
                .line(indent + "  ", "clients", Integer.toString(load.clients()))
                .line(indent + "  ", "threads", Integer.toString(load.threads()))
                .line(
                        indent + "  ",
                        "run_seconds",
                        Long.toString(load.duration().getSeconds()))
                .line(
                        indent + "  ",
                        "warmup_seconds",
                        Long.toString(load.warmUp().getSeconds()))
                .line(indent + "  ", "runs", Integer.toString(load.runs()))
                .line(indent + "  ", "allow_writes", Boolean.toString(load.allowWrites()));
    }

    static void notes(YamlText yaml, String indent, List<String> notes) {
        if (!notes.isEmpty()) {
            yaml.line(indent, "notes", "");
            notes.forEach(note -> yaml.raw(indent + "- " + quoted(note)));
        }
    }

    private static String flow(RunResult run) {
        Latency latency = run.latency();
        return "{started: " + quoted(run.startedAt().toString())
                + ", seconds: " + number(run.duration().toNanos() / 1e9, 3)
                + ", tps: " + number(run.tps(), 3)
                + ", transactions: " + run.transactions()
                + ", failures: " + run.failures()
                + ", reads_per_transaction: " + number(run.blocksReadPerTransaction(), 4)
                + (latency == null ? "" : ", latency_seconds: " + flow(latency))
                + "}";
    }

    private static String flow(Latency latency) {
        return "{mean: " + number(latency.mean(), 6) + ", p50: " + number(latency.p50(), 6) + ", p95: "
                + number(latency.p95(), 6) + ", p99: " + number(latency.p99(), 6) + "}";
    }

    static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
