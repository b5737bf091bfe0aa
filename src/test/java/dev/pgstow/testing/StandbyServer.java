package dev.pgstow.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** A server in recovery: one that was stopped and started again as a standby of nobody. */
public final class StandbyServer implements AutoCloseable {
    private final EmbeddedPostgres postgres;

    private StandbyServer(EmbeddedPostgres postgres) {
        this.postgres = postgres;
    }

    public static StandbyServer start(Path directory) throws IOException {
        Path data = Files.createDirectory(directory.resolve("standby")).resolve("data");
        open(data).close();
        Files.createFile(data.resolve("standby.signal"));
        return new StandbyServer(open(data));
    }

    private static EmbeddedPostgres open(Path data) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .start();
    }

    public int port() {
        return postgres.getPort();
    }

    public String systemIdentifier() throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select system_identifier from pg_control_system()")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
