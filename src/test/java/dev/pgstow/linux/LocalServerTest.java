package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalServerTest {
    private static final Instant STARTED = Instant.parse("2027-02-03T10:15:30Z");

    @TempDir
    private Path data;

    @Test
    void the_server_that_runs_here_passes() throws IOException {
        started("2027-02-03T10:15:28Z");

        assertThatCode(() -> LocalServer.require(data, STARTED)).doesNotThrowAnyException();
    }

    @Test
    void a_machine_without_the_directory_is_another_one() {
        refused(
                data.resolve("gone"),
                "the server's data directory '" + data.resolve("gone") + "' is not on this machine");
    }

    @Test
    void a_server_that_does_not_run_is_not_the_one_that_answered() {
        refused(data, "is of a server that does not run, not of the one that answered");
    }

    @Test
    void a_standby_on_this_machine_is_not_the_primary_that_answered() throws IOException {
        started("2027-01-31T08:00:00Z");

        refused(
                data,
                "is of a server that started at 2027-01-31T08:00:00Z, the one that answered started at 2027-02-03T10:15:30Z");
    }

    @Test
    void what_cannot_be_read_proves_nothing() throws IOException {
        Files.writeString(data.resolve("postmaster.pid"), "4711\n");

        assertThatCode(() -> LocalServer.require(data, STARTED)).doesNotThrowAnyException();
    }

    private void started(String instant) throws IOException {
        Files.writeString(
                data.resolve("postmaster.pid"),
                "4711\n" + data + "\n" + Instant.parse(instant).getEpochSecond()
                        + "\n5432\n/tmp\nlocalhost\n 1 2\nready\n");
    }

    private static void refused(Path dataDirectory, String message) {
        assertThatThrownBy(() -> LocalServer.require(dataDirectory, STARTED))
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.REFUSED);
                    assertThat(e.hint()).contains("--dir TIER=DIRECTORY");
                })
                .hasMessageContaining(message);
    }
}
