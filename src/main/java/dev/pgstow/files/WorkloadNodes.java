package dev.pgstow.files;

import dev.pgstow.verify.PgbenchScripts;
import dev.pgstow.verify.PgbenchScripts.Protocol;
import dev.pgstow.verify.PgbenchScripts.Script;
import dev.pgstow.verify.Sampler;
import dev.pgstow.verify.StatementList;
import dev.pgstow.verify.WeightedStatement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Reads the parts of a workload from a document of which the schema's problems are known but not yet thrown. */
final class WorkloadNodes {
    private static final int SAMPLE_SIZE = 10_000;

    private WorkloadNodes() {}

    /** Adds what the schema cannot say about a list of statements; any shape of the list will do. */
    static void checkStatements(YamlDocument document, JsonNode statements, String pointer) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < statements.size(); i++) {
            JsonNode statement = statements.path(i);
            String name = statement.path("name").asString("");
            if (!name.isEmpty() && !names.add(name)) {
                document.problem(
                        pointer + "/" + i + "/name", "another statement before it is called '" + name + "' as well");
            }
            JsonNode parameters = statement.path("parameters");
            for (int j = 0; j < parameters.size(); j++) {
                checkParameter(document, parameters.path(j), pointer + "/" + i + "/parameters/" + j);
            }
        }
    }

    private static void checkParameter(YamlDocument document, JsonNode parameter, String pointer) {
        List<String> kinds = List.of("uniform", "sample", "value").stream()
                .filter(parameter::has)
                .toList();
        if (kinds.size() != 1) {
            document.problem(pointer, "a parameter is one of uniform, sample and value");
        }
        if (parameter.has("size") && !parameter.has("sample")) {
            document.problem(pointer + "/size", "only a sample has a size");
        }
        JsonNode from = parameter.path("uniform").path("from");
        JsonNode to = parameter.path("uniform").path("to");
        if (from.isIntegralNumber() && to.isIntegralNumber() && !isRange(from, to)) {
            document.problem(
                    pointer + "/uniform",
                    "from " + from.asString() + " to " + to.asString() + " is no range of 64-bit integers");
        }
    }

    private static boolean isRange(JsonNode from, JsonNode to) {
        if (!from.canConvertToLong() || !to.canConvertToLong()) {
            return false;
        }
        long width = to.asLong() - from.asLong();
        return from.asLong() <= to.asLong() && width >= 0 && width < Long.MAX_VALUE;
    }

    static StatementList statements(JsonNode statements) {
        List<WeightedStatement> list = new ArrayList<>();
        for (JsonNode statement : statements) {
            List<Sampler> parameters = new ArrayList<>();
            statement.path("parameters").forEach(parameter -> parameters.add(sampler(parameter)));
            list.add(new WeightedStatement(
                    statement.path("name").asString(),
                    statement.path("weight").asInt(1),
                    statement.path("sql").asString(),
                    parameters));
        }
        return new StatementList(list);
    }

    private static Sampler sampler(JsonNode parameter) {
        if (parameter.has("uniform")) {
            JsonNode uniform = parameter.path("uniform");
            return new Sampler.Uniform(
                    uniform.path("from").asLong(), uniform.path("to").asLong());
        }
        if (parameter.has("sample")) {
            return new Sampler.Sample(
                    parameter.path("sample").asString(), parameter.path("size").asInt(SAMPLE_SIZE));
        }
        return new Sampler.Constant(parameter.path("value").asString());
    }

    static PgbenchScripts scripts(JsonNode pgbench) {
        List<Script> scripts = new ArrayList<>();
        for (JsonNode script : pgbench.path("scripts")) {
            scripts.add(new Script(
                    script.path("name").asString(),
                    script.path("weight").asInt(),
                    script.path("builtin").asBoolean(false),
                    script.path("text").asString("")));
        }
        Map<String, String> variables = new TreeMap<>();
        pgbench.path("variables")
                .properties()
                .forEach(entry -> variables.put(entry.getKey(), entry.getValue().asString()));
        String protocol = pgbench.path("protocol").asString().toUpperCase(Locale.ROOT);
        return new PgbenchScripts(scripts, variables, Protocol.valueOf(protocol));
    }
}
