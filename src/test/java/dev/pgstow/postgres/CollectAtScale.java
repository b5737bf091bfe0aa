package dev.pgstow.postgres;

import dev.pgstow.testing.TestServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.ParamType;
import org.jooq.impl.DSL;

/**
 * Takes a snapshot of very many relations, and lets psql run the same queries into a file, A B A B. Not a test of the build
 * but a program: {@code examples/bench/collect-at-scale.sh}.
 */
public final class CollectAtScale {
    private static final int LEAVES = 60;
    private static final int ROUNDS = 3;
    private static final String DATABASE = "many";

    private final Path directory;
    private final EmbeddedPostgres server;

    private CollectAtScale(int major) throws IOException {
        this.directory = Files.createTempDirectory("pgstow-scale-");
        this.server = TestServer.builder(major)
                .setDataDirectory(directory.resolve("data"))
                .setServerConfig("fsync", "off")
                .setServerConfig("autovacuum", "off")
                .setServerConfig("max_locks_per_transaction", "1000")
                .setServerConfig("shared_buffers", "512MB")
                .setServerConfig("max_wal_size", "8GB")
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setPGStartupWait(Duration.ofSeconds(60))
                .start();
    }

    /** Arguments: how many relations, then the server versions. */
    public static void main(String... arguments) throws Exception {
        int relations = Integer.parseInt(arguments[0]);
        List<String> majors = Arrays.asList(arguments).subList(1, arguments.length);
        for (String major : majors) {
            CollectAtScale scale = new CollectAtScale(Integer.parseInt(major));
            try {
                scale.measure(major, relations);
                if (major.equals(majors.get(majors.size() - 1))) {
                    scale.load(System.getProperty("load", "1h"));
                }
            } finally {
                scale.server.close();
            }
        }
    }

    private void measure(String major, int relations) throws Exception {
        execute("postgres", "create database " + DATABASE, "create extension pg_stat_statements");
        make(relations / 100);
        long few = statements();
        make(relations - relations / 100);
        System.out.printf(
                "%nPostgreSQL %s: %s tables and indexes, %s relations with TOAST%n",
                major,
                value("select count(*) from pg_class where relkind in ('r','i','p','I') and relnamespace >= 2200"
                        + " and relname !~ '^pg_toast'"),
                value("select count(*) from pg_class where oid >= 16384"));
        System.out.printf("statements of a snapshot: %d, with a hundredth of the relations %d%n", statements(), few);
        Path queries = queries();
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        List<Double> memory = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Run own = collect(directory.resolve("round" + round + ".snap"), "0s");
            ours.add(own.seconds);
            memory.add(own.mebibytes);
            theirs.add(run(
                            "psql",
                            "-X",
                            "-q",
                            "-h",
                            "localhost",
                            "-p",
                            port(),
                            "-U",
                            "postgres",
                            "-d",
                            DATABASE,
                            "-f",
                            queries.toString(),
                            "-o",
                            directory.resolve("psql.out").toString())
                    .seconds);
        }
        System.out.printf(
                "snapshot: %.2f s, psql: %.2f s (medians of %d), limit 2 x psql + 1.5 s = %.2f s%n",
                median(ours), median(theirs), ROUNDS, 2 * median(theirs) + 1.5);
        System.out.printf(
                "peak memory of collect: %.0f MiB; file: %.1f MiB%n",
                max(memory), Files.size(directory.resolve("round0.snap")) / 1048576d);
    }

    /** What an idle server spends on being collected from, with a snapshot every five minutes, the first one of all sizes. */
    private void load(String time) throws Exception {
        double before = serverSeconds();
        long since = System.nanoTime();
        Run run = collect(directory.resolve("load.snap"), time);
        double seconds = (System.nanoTime() - since) / 1e9;
        System.out.printf(
                "%nidle server, a snapshot every 5 minutes for %s: %.2f s of processor time in %.0f s, %.2f %% of one core;"
                        + " collect's peak memory %.0f MiB%n",
                time, serverSeconds() - before, seconds, (serverSeconds() - before) / seconds * 100, run.mebibytes);
    }

    private record Run(double seconds, double mebibytes) {}

    private Run collect(Path file, String time) throws Exception {
        return run(
                ProcessHandle.current().info().command().orElse("java"),
                "-jar",
                "target/pgstow.jar",
                "collect",
                "-h",
                "localhost",
                "-p",
                port(),
                "-U",
                "postgres",
                "-d",
                DATABASE,
                "--for",
                time,
                "-o",
                file.toString());
    }

    private Run run(String... command) throws Exception {
        long since = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        double most = 0;
        while (process.isAlive()) {
            most = Math.max(most, residentMebibytes(process.pid()));
            Thread.sleep(20);
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException(Files.readString(directory.resolve("output")));
        }
        return new Run((System.nanoTime() - since) / 1e9, most);
    }

    /** The most so far, from {@code /proc}. */
    private static double residentMebibytes(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Statements that one snapshot makes the server run, as pg_stat_statements counts them. */
    private long statements() throws Exception {
        execute("postgres", "select pg_stat_statements_reset()");
        collect(directory.resolve("statements.snap"), "0s");
        return Long.parseLong(value(
                "postgres", "select sum(calls)::bigint from pg_stat_statements where query !~ 'pg_stat_statements'"));
    }

    private Path queries() throws IOException {
        DSLContext sql = DSL.using(SQLDialect.POSTGRES);
        Path file = directory.resolve("queries.sql");
        Files.write(
                file,
                List.of(
                        SizeReader.query(sql).getSQL(ParamType.INLINED) + ";",
                        CounterReader.tables(sql).getSQL(ParamType.INLINED) + ";",
                        CounterReader.indexes(sql).getSQL(ParamType.INLINED) + ";",
                        FactsReader.tables(sql, DSL.noCondition()).getSQL(ParamType.INLINED) + ";",
                        FactsReader.indexes(sql, DSL.noCondition()).getSQL(ParamType.INLINED) + ";"));
        return file;
    }

    /** Partitioned tables of sixty leaves, each leaf with a key, an index and TOAST; names that need quotes. */
    private void make(int relations) throws SQLException {
        int trees = Math.max(1, relations / (3 * LEAVES + 3));
        int first = Integer.parseInt(value("select count(*) from pg_class where relkind = 'p'"));
        for (int tree = first; tree < first + trees; tree++) {
            List<String> statements = new ArrayList<>();
            String name = "Tree " + tree + " \"of\" many";
            String quoted = '"' + name.replace("\"", "\"\"") + '"';
            statements.add("create table " + quoted
                    + " (id int primary key, \"a key\" int, pad text) partition by range (id)");
            statements.add("create index on " + quoted + " (\"a key\")");
            for (int leaf = 0; leaf < LEAVES; leaf++) {
                statements.add("create table \"leaf " + tree + "." + leaf + "\" partition of " + quoted
                        + " for values from (" + leaf + ") to (" + (leaf + 1) + ")");
            }
            statements.add(
                    "insert into " + quoted + " select n, n, 'x' from generate_series(0, " + (LEAVES - 1) + ") n");
            execute(DATABASE, statements.toArray(String[]::new));
        }
    }

    private double serverSeconds() throws IOException {
        var counters = new dev.pgstow.linux.ServerMachine(directory.resolve("data"), List.of()).counters();
        return counters == null ? Double.NaN : counters.serverSeconds();
    }

    private String port() {
        return Integer.toString(server.getPort());
    }

    private void execute(String database, String... statements) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(statements.length < 10);
            for (String sql : statements) {
                statement.execute(sql);
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
        }
    }

    private String value(String query) throws SQLException {
        return value(DATABASE, query);
    }

    private String value(String database, String query) throws SQLException {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private Connection connect(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://localhost:" + port() + "/" + database, "postgres", null);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static double max(List<Double> values) {
        return values.stream().mapToDouble(value -> value).max().orElse(0);
    }
}
