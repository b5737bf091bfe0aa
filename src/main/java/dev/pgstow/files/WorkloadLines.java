package dev.pgstow.files;

import static dev.pgstow.files.YamlText.quoted;

import dev.pgstow.verify.PgbenchScripts;
import dev.pgstow.verify.PgbenchScripts.Script;
import dev.pgstow.verify.Sampler;
import dev.pgstow.verify.StatementList;
import dev.pgstow.verify.WeightedStatement;
import dev.pgstow.verify.Workload;
import java.util.TreeMap;

/** Writes a workload whole into another file, scripts as the lines that their author wrote. */
final class WorkloadLines {
    private WorkloadLines() {}

    static void write(YamlText yaml, Workload workload) {
        yaml.line("", "workload", "").line("  ", "hash", quoted(workload.hash()));
        if (workload instanceof StatementList list) {
            yaml.line("  ", "statements", "");
            list.statements().forEach(statement -> write(yaml, statement));
        } else if (workload instanceof PgbenchScripts pgbench) {
            write(yaml, pgbench);
        }
    }

    private static void write(YamlText yaml, WeightedStatement statement) {
        yaml.line("  - ", "name", quoted(statement.name()))
                .line("    ", "weight", Integer.toString(statement.weight()));
        text(yaml, "    ", "sql", statement.sql());
        if (!statement.parameters().isEmpty()) {
            yaml.line("    ", "parameters", "");
            statement.parameters().forEach(parameter -> yaml.raw("    - " + flow(parameter)));
        }
    }

    private static String flow(Sampler sampler) {
        if (sampler instanceof Sampler.Uniform uniform) {
            return "{uniform: {from: " + uniform.from() + ", to: " + uniform.to() + "}}";
        }
        if (sampler instanceof Sampler.Sample sample) {
            return "{sample: " + quoted(sample.query()) + ", size: " + sample.size() + "}";
        }
        return "{value: " + quoted(((Sampler.Constant) sampler).value()) + "}";
    }

    private static void write(YamlText yaml, PgbenchScripts pgbench) {
        yaml.line("  ", "pgbench", "")
                .line("    ", "protocol", pgbench.protocol().word());
        if (!pgbench.variables().isEmpty()) {
            yaml.line("    ", "variables", "");
            new TreeMap<>(pgbench.variables())
                    .forEach((name, value) -> yaml.raw("      " + quoted(name) + ": " + quoted(value)));
        }
        yaml.line("    ", "scripts", "");
        for (Script script : pgbench.scripts()) {
            yaml.line("    - ", "name", quoted(script.name()))
                    .line("      ", "weight", Integer.toString(script.weight()));
            if (script.builtin()) {
                yaml.line("      ", "builtin", "true");
            } else {
                text(yaml, "      ", "text", script.text());
            }
        }
    }

    /** Text of several lines as a literal block, if that keeps every character, and in double quotes if not. */
    private static void text(YamlText yaml, String indent, String key, String text) {
        boolean severalLines = text.indexOf('\n') >= 0;
        if (!severalLines || !keptByLiteral(text)) {
            yaml.line(indent, key, quoted(text));
            return;
        }
        yaml.line(indent, key, text.endsWith("\n") ? "|" : "|-");
        text.lines().forEach(line -> yaml.raw(line.isEmpty() ? "" : indent + "  " + line));
    }

    private static boolean keptByLiteral(String text) {
        boolean plain = text.codePoints().allMatch(c -> c == '\n' || c == '\t' || (c >= 0x20 && c < 0x7f));
        // leading blanks would be taken for indentation, and more than one line end at the end would be clipped
        return plain
                && !text.startsWith(" ")
                && !text.startsWith("\n")
                && !text.startsWith("\t")
                && !text.endsWith("\n\n");
    }
}
