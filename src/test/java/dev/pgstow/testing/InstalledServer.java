package dev.pgstow.testing;

import dev.pgstow.postgres.ConnectionSettings;
import dev.pgstow.postgres.Connector;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A cluster of the newest server that is installed on this machine, for extensions and programs that the test servers lack. */
public final class InstalledServer implements AutoCloseable {
    private static final boolean ROOT = System.getProperty("user.name").equals("root");

    private final Path data;
    private final int port;

    /** Starts one with settings such as {@code shared_buffers=1MB}. */
    public InstalledServer(Path directory, String... settings) throws IOException, InterruptedException {
        data = directory.resolve("data");
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        run(program("initdb").toString(), "-D", data.toString(), "-U", "postgres", "-A", "trust", "--no-sync");
        StringBuilder options = new StringBuilder("-p " + port + " -k " + directory);
        for (String setting : settings) {
            options.append(" -c ").append(setting);
        }
        String log = directory.resolve("server.log").toString();
        run(program("pg_ctl").toString(), "-D", data.toString(), "-l", log, "-w", "-o", options.toString(), "start");
    }

    /** A program of the newest server; Debian keeps them out of the PATH. */
    public static Path program(String name) throws IOException {
        try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
            return versions.map(version -> version.resolve("bin").resolve(name))
                    .filter(Files::isExecutable)
                    .max(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /** Runs a program that refuses to be run by root, and returns what it printed. */
    public static String run(String... command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(ROOT ? List.of("unshare", "-U") : List.of());
        line.addAll(List.of(command));
        Path output = Files.createTempFile("pgstow", ".out");
        // to a file: a server that pg_ctl leaves behind would keep a pipe open
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int status = process.waitFor();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        Files.delete(output);
        if (status != 0) {
            throw new IllegalStateException(line + " ended with " + status + ": " + text);
        }
        return text;
    }

    public Path dataDirectory() {
        return data;
    }

    public Connector connector() {
        return new Connector(new ConnectionSettings("localhost", port, "postgres", "postgres", null, Map.of()));
    }

    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of the only row, as text. */
    public String value(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://localhost:" + port + "/postgres", "postgres", null);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        run(program("pg_ctl").toString(), "-D", data.toString(), "-m", "immediate", "-w", "stop");
    }
}
