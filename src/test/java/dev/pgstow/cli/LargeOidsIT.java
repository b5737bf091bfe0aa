package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.plan.Move;
import dev.pgstow.testing.InstalledServer;
import dev.pgstow.testing.TestServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose OIDs have passed 2^31. Needs the pg_resetwal of an installed server, as the tests of pgbench need that. */
@Tag("pgbench")
class LargeOidsIT {
    @TempDir
    private Path directory;

    @Test
    void a_cluster_with_oids_above_two_billion_is_like_any_other() throws Exception {
        Path data = directory.resolve("data");
        String resetwal = InstalledServer.program("pg_resetwal").toString();
        int major = Integer.parseInt(InstalledServer.run(resetwal, "--version").replaceAll("\\D*(\\d+)(?s:.*)", "$1"));
        start(major, data).close();
        InstalledServer.run(resetwal, "-o", "3000000000", data.toString());
        try (EmbeddedPostgres server = start(major, data)) {
            loop(server);
        }
    }

    private void loop(EmbeddedPostgres server) throws Exception {
        for (String tablespace : List.of("ts_fast", "ts_slow")) {
            Path location = Files.createDirectory(directory.resolve(tablespace));
            execute(server, "create tablespace " + tablespace + " location '" + location + "'");
        }
        execute(
                server,
                "create table old (id int primary key, v text) tablespace ts_slow",
                "insert into old select g, md5(g::text) from generate_series(1, 10000) g",
                "create index old_v on old (v) tablespace ts_slow",
                "vacuum analyze old");
        assertThat(Long.parseLong(value(server, "select min(oid) from pg_class where relname like 'old%'")))
                .isGreaterThan(3_000_000_000L - 1);
        assertThat(Long.parseLong(value(server, "select min(oid) from pg_tablespace where spcname like 'ts%'")))
                .isGreaterThan(3_000_000_000L - 1);
        CasesScene scene = new CasesScene(server.getPort(), "postgres", directory, "4 GiB");

        scene.collect();
        scene.advise("--pin", "old*=ts_fast");
        assertThat(scene.moves()).extracting(move -> move.relation().name()).containsExactlyInAnyOrder("old", "old_v");
        assertThat(scene.moves()).extracting(Move::oid).allMatch(oid -> oid > 3_000_000_000L - 1);

        CasesScene.Result migrated = scene.execute("migrate");
        assertThat(migrated.status()).as(migrated.err()).isZero();
        assertThat(value(
                        server,
                        "select count(*) from pg_class c join pg_tablespace t on t.oid = c.reltablespace"
                                + " where relname in ('old', 'old_v') and spcname = 'ts_fast'"))
                .isEqualTo("2");
        assertThat(Files.readString(scene.plan())).doesNotContain("-129");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.filter(file -> file.getFileName().toString().contains("journal")))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContain("\":-"));
        }
    }

    private static EmbeddedPostgres start(int major, Path data) throws IOException {
        return TestServer.builder(major)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
    }

    private static void execute(EmbeddedPostgres server, String... statements) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String value(EmbeddedPostgres server, String query) throws SQLException {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
