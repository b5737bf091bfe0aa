package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.collect.Activities;
import dev.pgstow.model.Activity;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectThroughRestartIT {
    @TempDir
    private Path directory;

    @Test
    void a_clean_restart_loses_nothing_and_the_reader_connects_again() throws Exception {
        int port;
        Snapshot before;
        PostgresCatalogReader reader;
        try (EmbeddedPostgres server = start(0)) {
            port = server.getPort();
            execute(port, "create table t (id int primary key)", "insert into t select generate_series(1, 20000)");
            Thread.sleep(1000);
            reader = new PostgresCatalogReader(connector(port));
            before = reader.read(Sessions.NONE);
        }
        assertThatThrownBy(() -> reader.read(Sessions.NONE))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANNOT_CONNECT));
        try (EmbeddedPostgres server = start(port)) {
            execute(server.getPort(), "insert into t select generate_series(20001, 20100)");
            Thread.sleep(1000);

            Activity activity = Activities.of(List.of(before, reader.read(Sessions.NONE)));

            assertThat(inserted(activity)).isEqualTo(100);
            assertThat(activity.notes()).noneMatch(note -> note.contains("anew"));
        } finally {
            reader.close();
        }
    }

    @Test
    void a_crash_that_loses_the_counters_is_seen() throws Exception {
        try (EmbeddedPostgres server = start(0)) {
            int port = server.getPort();
            execute(port, "create table t (id int primary key)", "insert into t select generate_series(1, 50)");
            Thread.sleep(1000);
            Snapshot before;
            try (PostgresCatalogReader reader = new PostgresCatalogReader(connector(port))) {
                before = reader.read(Sessions.NONE);
            }

            crash(port);
            execute(port, "insert into t select generate_series(101, 20000)");
            Thread.sleep(1000);

            try (PostgresCatalogReader reader = new PostgresCatalogReader(connector(port))) {
                Activity activity = Activities.of(List.of(before, reader.read(Sessions.NONE)));
                // more than before the crash: only the time of the reset tells
                assertThat(inserted(activity)).isEqualTo(19_900);
                assertThat(activity.notes()).anyMatch(note -> note.startsWith("nothing is left of the interval"));
            }
        }
    }

    private static long inserted(Activity activity) {
        return activity.relations().stream()
                .filter(each -> each.relation().name().name().equals("t"))
                .mapToLong(each -> each.counters().inserted())
                .sum();
    }

    /** Ends a backend so that the server must recover, and waits until it has. */
    private static void crash(int port) throws Exception {
        try (Connection connection = connect(port);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
            row.next();
            new ProcessBuilder("kill", "-9", row.getString(1)).start().waitFor();
        } catch (SQLException e) {
            // closing what was killed
        }
        for (int attempt = 0; attempt < 300; attempt++) {
            Thread.sleep(100);
            try {
                execute(port, "select 1");
                return;
            } catch (SQLException e) {
                // still recovering
            }
        }
    }

    private EmbeddedPostgres start(int port) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve("data"))
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(60));
        return port == 0 ? builder.start() : builder.setPort(port).start();
    }

    private static Connector connector(int port) {
        return new Connector(new ConnectionSettings("localhost", port, "postgres", "postgres", null, Map.of()));
    }

    private static void execute(int port, String... statements) throws SQLException {
        try (Connection connection = connect(port);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static Connection connect(int port) throws SQLException {
        return DriverManager.getConnection("jdbc:postgresql://localhost:" + port + "/postgres", "postgres", null);
    }
}
