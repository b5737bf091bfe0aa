package dev.pgstow.testing;

import dev.pgstow.postgres.ConnectionSettings;
import dev.pgstow.postgres.Connector;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * A real server of one major version with the tablespaces {@code ts_fast} and {@code ts_slow}, started at the first use and
 * shared by all tests of the JVM. Each test makes a database of its own.
 */
public final class TestServer {
    private static final Map<Integer, TestServer> SERVERS = new ConcurrentHashMap<>();
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final EmbeddedPostgres postgres;
    private final Path directory;

    private TestServer(int major) {
        try {
            directory = Files.createTempDirectory("pgstow-test-" + major + "-");
            postgres = builder(major)
                    .setDataDirectory(directory.resolve("data"))
                    .setServerConfig("shared_buffers", "16MB")
                    .setServerConfig("track_io_timing", "on")
                    .setServerConfig("max_prepared_transactions", "5")
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .start();
            for (String tablespace : List.of("ts_fast", "ts_slow")) {
                Path location = Files.createDirectory(directory.resolve(tablespace));
                execute("postgres", "create tablespace " + tablespace + " location '" + location + "'");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of the programs of one major version. */
    public static EmbeddedPostgres.Builder builder(int major) {
        Path jar = Path.of(System.getProperty("pgstow.servers", "target/servers"), major + ".jar");
        return EmbeddedPostgres.builder()
                .setPgBinaryResolver((system, machine) -> binaries(jar))
                .setOverrideWorkingDirectory(jar.resolveSibling("unpacked").toFile());
    }

    public static TestServer of(int major) {
        return SERVERS.computeIfAbsent(major, TestServer::new);
    }

    public int port() {
        return postgres.getPort();
    }

    public Path dataDirectory() {
        return directory.resolve("data");
    }

    public Path location(String tablespace) {
        return directory.resolve(tablespace);
    }

    public Connector connector(String database) {
        return new Connector(settings(database));
    }

    public ConnectionSettings settings(String database) {
        return new ConnectionSettings("localhost", port(), "postgres", database, null, Map.of());
    }

    /** Makes an empty database with a name of its own. */
    public String newDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("postgres", "create database " + name);
        return name;
    }

    public Connection connect(String database) {
        try {
            return java.sql.DriverManager.getConnection(
                    "jdbc:postgresql://localhost:" + port() + "/" + database, "postgres", null);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public void execute(String database, String... statements) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first column of the only row, as text. */
    public String value(String database, String query) {
        List<String> values = values(database, query);
        if (values.size() != 1) {
            throw new IllegalStateException(values.size() + " rows from: " + query);
        }
        return values.get(0);
    }

    /** The first column of all rows, as text. */
    public List<String> values(String database, String query) {
        try (Connection connection = connect(database);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> values = new ArrayList<>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static InputStream binaries(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            JarEntry entry = file.stream()
                    .filter(e -> e.getName().endsWith(".txz"))
                    .findFirst()
                    .orElseThrow();
            return new java.io.ByteArrayInputStream(file.getInputStream(entry).readAllBytes());
        }
    }
}
