package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PgbenchProgramTest {
    @TempDir
    Path directory;

    @Test
    void a_path_without_pgbench_says_where_it_comes_from() {
        assertThatThrownBy(() -> PgbenchProgram.find(null, directory + ":"))
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
                    assertThat(e.hint())
                            .contains("postgresql-NN")
                            .contains("--pgbench")
                            .contains("--workload");
                })
                .hasMessage("there is no pgbench on the PATH");
    }

    @Test
    void a_program_given_by_name_that_is_no_pgbench_is_refused() throws IOException {
        Path other = script("echo psql '(PostgreSQL)' 15.1");

        assertThatThrownBy(() -> PgbenchProgram.find(other, ""))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessage("'" + other + "' is no pgbench that works: psql (PostgreSQL) 15.1");
        assertThatThrownBy(() -> PgbenchProgram.find(directory.resolve("nosuch"), ""))
                .hasMessageContaining("is no pgbench that works: ");
    }

    @Test
    void the_version_is_what_the_program_says() throws IOException {
        PgbenchProgram program = PgbenchProgram.find(script("echo 'pgbench (PostgreSQL) 9.6.24 (Debian 9.6-1)'"), "");

        assertThat(program.version()).isEqualTo("9.6.24");
        assertThat(program.atLeast(9)).isTrue();
        assertThat(program.atLeast(11)).isFalse();
        assertThat(PgbenchProgram.find(script("echo 'pgbench (PostgreSQL) 18beta1'"), "")
                        .atLeast(11))
                .isTrue();
    }

    private Path script(String line) throws IOException {
        Path file = Files.createTempFile(
                directory,
                "program",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        return Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    }
}
