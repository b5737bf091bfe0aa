package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.JournalFile;
import dev.pgstow.plan.Method;
import dev.pgstow.testing.FakePooler;
import dev.pgstow.testing.StandbyServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers on which, or by ways on which, nothing may be moved. */
class MigrateRefusalsIT {
    @TempDir
    private Path directory;

    @Test
    void a_pooler_between_us_and_the_server_is_found_and_refused() throws Exception {
        MigrateScene scene = new MigrateScene(18, directory);
        scene.sql("create table t (id int)");
        scene.move("t", "ts_fast", Method.ALTER);
        Path plan = scene.write();

        try (FakePooler pooler = new FakePooler(scene.server.port())) {
            MigrateScene.Result result = scene.runAt(pooler.port(), "migrate", plan, "--execute", "--window=10m");

            assertThat(result.status()).as(result.all()).isEqualTo(5);
            assertThat(result.err())
                    .contains("error (refused): a connection pooler hands each statement to another session");
        }
        assertThat(scene.place("t")).isEqualTo("pg_default");
        assertThat(JournalFile.beside(plan)).doesNotExist();
        assertThat(scene.value("select count(*) from pg_locks where locktype = 'advisory'"))
                .as("nothing stays locked")
                .isEqualTo("0");
    }

    @Test
    void a_standby_is_refused() throws Exception {
        MigrateScene scene = new MigrateScene(18, directory);
        scene.sql("create table t (id int)");
        scene.move("t", "ts_fast", Method.ALTER);
        try (StandbyServer standby = StandbyServer.start(directory)) {
            Path plan = scene.write(standby.systemIdentifier());
            MigrateScene.Result result =
                    scene.runAt(standby.port(), "migrate", plan, "-d", "postgres", "--execute", "--window=10m");

            assertThat(result.status()).as(result.all()).isEqualTo(5);
            assertThat(result.err())
                    .contains("error (refused): the server is a standby: nothing can be moved on it\n"
                            + "HINT: Connect to the primary.");
            assertThat(JournalFile.beside(plan)).doesNotExist();
        }
    }
}
