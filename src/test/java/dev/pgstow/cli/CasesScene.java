package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.PlanFile;
import dev.pgstow.files.SnapshotFile;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Snapshot;
import dev.pgstow.plan.Move;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** collect, advise and migrate on one database of a server, by their commands, with tiers that are described by hand. */
final class CasesScene {
    final Path directory;
    private final int port;
    private final String database;
    private final Path tiers;

    /** @param capacity of the fast tier */
    CasesScene(int port, String database, Path directory, String capacity) throws IOException {
        this.port = port;
        this.database = database;
        this.directory = directory;
        this.tiers = TwoTiers.write(directory.resolve("tiers.yaml"), capacity);
    }

    /** What a command printed and returned. */
    record Result(int status, String out, String err) {}

    /** Takes one snapshot more. */
    Result collect(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("--for", "0s", "-o", snapshots().toString()));
        arguments.addAll(List.of(more));
        Result result = connected("collect", arguments);
        assertThat(result.status()).as(result.err()).isZero();
        return result;
    }

    /** Plans for 1 client from what was collected. */
    Result advise(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "advise",
                "--tiers",
                tiers.toString(),
                "--snapshots",
                snapshots().toString(),
                "-o",
                plan().toString(),
                "--clients",
                "1"));
        arguments.addAll(List.of(more));
        Result result = run(arguments);
        assertThat(result.status()).as(result.err()).isZero();
        return result;
    }

    Result advise(String option, String value, List<String> more) {
        List<String> options = new ArrayList<>(List.of(option, value));
        options.addAll(more);
        return advise(options.toArray(String[]::new));
    }

    /** migrate or undo with the plan, outside of a window. */
    Result execute(String command) {
        return connected(command, List.of(plan().toString(), "--execute", "--accept", "exclusive-lock"));
    }

    Path plan() {
        return directory.resolve("plan.yaml");
    }

    private Path snapshots() {
        return directory.resolve("activity.snap");
    }

    /** The moves of this database's relations; a server of tests has other databases. */
    List<Move> moves() {
        return PlanFile.read(plan()).moves().stream()
                .filter(move -> move.relation().database().equals(database))
                .toList();
    }

    /** This database's relations in the last snapshot. */
    List<RelationSample> relations() {
        List<Snapshot> all = new ArrayList<>();
        SnapshotFile.read(snapshots(), notice -> {}, all::add);
        return all.get(all.size() - 1).relations().stream()
                .filter(each -> each.relation().name().database().equals(database))
                .toList();
    }

    Relation relation(String name) {
        return relations().stream()
                .map(RelationSample::relation)
                .filter(each -> each.name().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Why a relation of this database stays, by what advise printed as JSON. */
    String stays(Result json, String name) throws IOException {
        JsonNode advice = JsonMapper.builder().build().readTree(json.out());
        return StreamSupport.stream(advice.get("stays").spliterator(), false)
                .filter(stay -> stay.get("relation").toString().contains("\"" + database + "\"")
                        && stay.get("relation").toString().contains("\"" + name + "\""))
                .map(stay -> stay.get("reason").asString())
                .findFirst()
                .orElse("");
    }

    private Result connected(String command, List<String> more) {
        List<String> arguments = new ArrayList<>(
                List.of(command, "-h", "localhost", "-p", Integer.toString(port), "-U", "postgres", "-d", database));
        arguments.addAll(more);
        return run(arguments);
    }

    private static Result run(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = new Console(new PrintWriter(out, true), new PrintWriter(err, true));
        int status = Pgstow.commandLine(console).execute(arguments.toArray(String[]::new));
        return new Result(status, out.toString(), err.toString());
    }
}
