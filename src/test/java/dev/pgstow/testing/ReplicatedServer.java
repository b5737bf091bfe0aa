package dev.pgstow.testing;

import dev.pgstow.postgres.ConnectionSettings;
import dev.pgstow.postgres.Connector;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A primary with standbys that stream from it, all on this machine; the standbys call themselves {@code standby1} and so on. */
public final class ReplicatedServer implements AutoCloseable {
    private final EmbeddedPostgres primary;
    private final List<EmbeddedPostgres> standbys = new ArrayList<>();

    private ReplicatedServer(EmbeddedPostgres primary) {
        this.primary = primary;
    }

    /** Copies the stopped primary, which needs no programs besides the server's own. */
    public static ReplicatedServer start(Path directory, int standbys) throws IOException {
        Path data = Files.createDirectories(directory.resolve("primary")).resolve("data");
        builder(data).start().close();
        for (int n = 1; n <= standbys; n++) {
            copy(data, Files.createDirectories(directory.resolve("standby" + n)).resolve("data"));
        }
        ReplicatedServer server = new ReplicatedServer(builder(data).start());
        for (int n = 1; n <= standbys; n++) {
            Path copy = directory.resolve("standby" + n).resolve("data");
            Files.createFile(copy.resolve("standby.signal"));
            Files.writeString(
                    copy.resolve("postgresql.auto.conf"),
                    "cluster_name = 'standby" + n + "'\nprimary_conninfo = 'host=localhost user=postgres port="
                            + server.primary.getPort() + "'\n");
            server.standbys.add(builder(copy).start());
        }
        return server;
    }

    private static EmbeddedPostgres.Builder builder(Path data) {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setServerConfig("shared_buffers", "4MB")
                .setPGStartupWait(Duration.ofSeconds(60));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.forEach(file -> {
                try {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    public Connector primary() {
        return connector(primary);
    }

    public Connector standby(int n) {
        return connector(standbys.get(n - 1));
    }

    private static Connector connector(EmbeddedPostgres server) {
        return new Connector(
                new ConnectionSettings("localhost", server.getPort(), "postgres", "postgres", null, Map.of()));
    }

    public void onPrimary(String... statements) throws SQLException {
        execute(primary, statements);
    }

    public void onStandby(int n, String... statements) throws SQLException {
        execute(standbys.get(n - 1), statements);
    }

    private static void execute(EmbeddedPostgres server, String... statements) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Until every standby has replayed all that the primary wrote. */
    public void caughtUp() throws SQLException, InterruptedException {
        String end = value(primary, "select pg_current_wal_lsn()");
        for (EmbeddedPostgres standby : standbys) {
            for (int attempt = 0; attempt < 300; attempt++) {
                if (value(standby, "select coalesce(pg_last_wal_replay_lsn() >= '" + end + "', false)")
                        .equals("t")) {
                    break;
                }
                Thread.sleep(100);
            }
        }
    }

    private static String value(EmbeddedPostgres server, String query) throws SQLException {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static Connection connect(EmbeddedPostgres server) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + server.getPort() + "/postgres", "postgres", null);
    }

    @Override
    public void close() throws IOException {
        for (EmbeddedPostgres standby : standbys) {
            standby.close();
        }
        primary.close();
    }
}
