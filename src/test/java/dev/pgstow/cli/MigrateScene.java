package dev.pgstow.cli;

import dev.pgstow.files.PlanFile;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.testing.TestServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A database of its own on a real server, a plan for it, and pgstow's commands run on it, in this JVM or in another. */
final class MigrateScene {
    /** Where every relation that has storage effectively lies, its OID's file with it. */
    private static final String PLACE = """
            select coalesce(s.spcname, ds.spcname) from pg_class c
            join pg_namespace n on n.oid = c.relnamespace
            left join pg_tablespace s on s.oid = c.reltablespace
            join pg_database d on d.datname = current_database()
            join pg_tablespace ds on ds.oid = d.dattablespace
            where n.nspname = '%s' and c.relname = '%s'""";

    final TestServer server;
    final String database;
    final Path plan;
    final List<Move> moves = new ArrayList<>();

    MigrateScene(int major, Path directory) {
        server = TestServer.of(major);
        database = server.newDatabase();
        plan = directory.resolve("plan.yaml");
    }

    /** What a command printed and returned. */
    record Result(int status, String out, String err) {
        String all() {
            return out + err;
        }
    }

    /** Adds a move of a relation of schema public from where it is now; its estimate is half a second at most. */
    MigrateScene move(String name, String to, Method method) {
        return move("public", name, to, method);
    }

    MigrateScene move(String schema, String name, String to, Method method) {
        String where = " from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = '"
                + schema.replace("'", "''") + "' and c.relname = '" + name.replace("'", "''") + "'";
        moves.add(new Move(
                new RelationName(database, schema, name),
                RelationKind.of(value("select c.relkind" + where)),
                Long.parseLong(value("select c.oid" + where)),
                place(schema, name),
                to,
                method,
                new ByteSize(Long.parseLong(value("select pg_table_size(c.oid)" + where))),
                new DurationRange(Duration.ZERO, Duration.ofMillis(100), Duration.ofMillis(500)),
                ByteSize.ofMiB(1),
                "because"));
        return this;
    }

    /** The plan's file. */
    Path write() {
        Cluster cluster = new Cluster(
                server.value("postgres", "select system_identifier from pg_control_system()"),
                new ServerVersion(
                        Integer.parseInt(server.value("postgres", "select current_setting('server_version_num')"))));
        PlanFile.write(plan, new Plan(cluster, null, null, List.of(), moves));
        return plan;
    }

    void sql(String... statements) {
        server.execute(database, statements);
    }

    String value(String query) {
        return server.value(database, query);
    }

    String place(String name) {
        return place("public", name);
    }

    String place(String schema, String name) {
        return value(String.format(PLACE, schema.replace("'", "''"), name.replace("'", "''")));
    }

    String filenode(String name) {
        return value("select relfilenode from pg_class where relname = '" + name + "'");
    }

    /** Indexes that are not valid, whatever left them. */
    List<String> invalid() {
        return server.values(
                database,
                "select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid");
    }

    /** A command in this JVM, connected to the scene's database as the superuser. */
    Result run(String command, Path file, String... more) {
        return runAs("postgres", command, file, more);
    }

    Result runAs(String role, String command, Path file, String... more) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = new Console(new PrintWriter(out, true), new PrintWriter(err, true));
        int status = Pgstow.commandLine(console)
                .execute(arguments(role, command, file, more).toArray(String[]::new));
        return new Result(status, out.toString(), err.toString());
    }

    /** The same in a JVM of its own, which can be killed. */
    Process child(String command, Path file, Path log, String... more) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.pgstow.Main"));
        line.addAll(arguments("postgres", command, file, more));
        return new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private List<String> arguments(String role, String command, Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                command,
                file.toString(),
                "-h",
                "localhost",
                "-p",
                Integer.toString(server.port()),
                "-U",
                role,
                "-d",
                database));
        arguments.addAll(List.of(more));
        return arguments;
    }
}
