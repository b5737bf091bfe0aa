package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.PlanFile;
import dev.pgstow.plan.Confidence;
import dev.pgstow.plan.Plan;
import dev.pgstow.testing.TestServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters that began a moment ago, on a server of its own: those of other tests would drown them. */
class ResetCountersIT {
    @TempDir
    private Path directory;

    @Test
    void counters_that_were_just_reset_call_nothing_cold() throws Exception {
        try (EmbeddedPostgres server = TestServer.builder(15)
                .setServerConfig("shared_buffers", "16MB")
                .setServerConfig("track_io_timing", "on")
                .start()) {
            for (String tablespace : List.of("ts_fast", "ts_slow")) {
                Path location = Files.createDirectory(directory.resolve(tablespace));
                execute(server, "create tablespace " + tablespace + " location '" + location + "'");
            }
            execute(
                    server,
                    "create table orders (id int, cust int, total numeric) tablespace ts_fast",
                    "insert into orders select g, g % 1000, g * 1.1 from generate_series(1, 200000) g",
                    "create table hot (id int primary key using index tablespace ts_slow, pad text) tablespace ts_slow",
                    "insert into hot select g, repeat('x', 500) from generate_series(1, 60000) g",
                    "vacuum analyze orders, hot");
            // in a session of its own: what a session counted arrives when it ends
            execute(server, "select pg_stat_reset()");
            execute(
                    server,
                    "set enable_seqscan = off",
                    "select count(h.pad) from generate_series(1, 3) round, generate_series(1, 60000, 7) n"
                            + " join hot h on h.id = n");
            CasesScene scene = new CasesScene(server.getPort(), "postgres", directory, "1 GiB");
            scene.collect();
            // hot fits on the fast tier in place of orders, and not beside it
            long used = number(server, "select pg_tablespace_size('ts_fast')");
            long hot = number(server, "select pg_table_size('hot')");
            List<String> options =
                    List.of("--capacity", "fast=" + (used + hot - (5 << 20)) + "B", "--exclude", "*_pkey");

            CasesScene.Result advice = scene.advise("--output", "json", options);
            assertThat(scene.moves()).noneMatch(move -> move.to().equals("ts_slow"));
            assertThat(scene.stays(advice, "orders"))
                    .startsWith("hardly used in the ")
                    .endsWith(" that the counters are of, too short to call it cold");
            Plan plan = PlanFile.read(scene.plan());
            assertThat(plan.basis().confidence()).isEqualTo(Confidence.LOW);
            assertThat(plan.notes()).anyMatch(note -> note.contains("since they were last reset"));

            scene.advise("--min-interval", "0s", options);
            assertThat(scene.moves())
                    .as("the same counters, taken as old enough")
                    .extracting(move -> move.relation().name() + " " + move.to())
                    .containsExactly("orders ts_slow", "hot ts_fast");
        }
    }

    private static void execute(EmbeddedPostgres server, String... statements) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static long number(EmbeddedPostgres server, String query) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
