package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordFileTest {
    @TempDir
    private Path directory;

    private final List<String> warnings = new ArrayList<>();

    /** Looked up for host db1, port 5432, database shop:a, user ann. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "db1:5432:shop\\:a:ann:secret     | secret",
                "*:*:*:*:secret                   | secret",
                "db1:*:*:ann:secret               | secret",
                "db1:*:*:bob:secret               | ",
                "db2:*:*:*:secret                 | ",
                "db1:5433:*:*:secret              | ",
                "db1:5432:shop:*:secret           | ",
                "d\\b1:*:*:*:secret               | secret",
                "*:*:*:*:a\\:b\\\\c               | a:b\\c",
                "*:*:*:*:a\\b                     | ab",
                "*:*:*:*:secret:rest              | secret",
                "*:*:*:*:with # and ' \"\" blanks | with # and ' \"\" blanks",
                "*:*:*:*:                         | ",
                "*:*:*:*                          | ",
                "db*:*:*:*:secret                 | ",
                "#*:*:*:*:secret                  | ",
                "\\                               | ",
            })
    void a_line_fits_as_libpq_says(String line, String password) throws IOException {
        PasswordFile file = PasswordFile.read(write("rw-------", line), warnings::add);

        assertThat(file.password(Set.of("db1"), 5432, "shop:a", "ann").orElse(null))
                .isEqualTo(password);
        assertThat(warnings).isEmpty();
    }

    @Test
    void the_first_line_that_fits_counts() throws IOException {
        PasswordFile file = PasswordFile.read(
                write("rw-------", "# mine", "", "db1:*:*:bob:one", "db1:*:*:*:two\r", "*:*:*:*:three"), warnings::add);

        assertThat(file.password(Set.of("db1"), 5432, "shop", "ann")).contains("two");
        assertThat(file.password(Set.of("db1"), 5432, "shop", "bob")).contains("one");
        assertThat(file.password(Set.of("/tmp", "localhost"), 5432, "shop", "ann"))
                .contains("three");
    }

    @Test
    void an_empty_password_hides_the_lines_below() throws IOException {
        PasswordFile file = PasswordFile.read(write("rw-------", "db1:*:*:*:", "*:*:*:*:two"), warnings::add);

        assertThat(file.password(Set.of("db1"), 5432, "shop", "ann")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw------x", "rw-rw----"})
    void a_file_that_others_can_use_is_ignored_and_warned_of(String permissions) throws IOException {
        Path path = write(permissions, "*:*:*:*:secret");

        assertThat(PasswordFile.read(path, warnings::add).password(Set.of("db1"), 5432, "shop", "ann"))
                .isEmpty();
        assertThat(warnings)
                .containsExactly("password file '" + path
                        + "' has group or world access; permissions should be u=rw (0600) or less");
    }

    @Test
    void a_directory_is_ignored_and_warned_of() {
        assertThat(PasswordFile.read(directory, warnings::add).password(Set.of("db1"), 5432, "shop", "ann"))
                .isEmpty();
        assertThat(warnings).containsExactly("password file '" + directory + "' is not a plain file");
    }

    @Test
    void a_file_that_does_not_exist_holds_nothing() {
        PasswordFile file = PasswordFile.read(directory.resolve("none"), warnings::add);

        assertThat(file.password(Set.of("db1"), 5432, "shop", "ann")).isEmpty();
        assertThat(warnings).isEmpty();
    }

    private Path write(String permissions, String... lines) throws IOException {
        Path path = Files.writeString(directory.resolve("pgpass"), String.join("\n", lines) + "\n");
        return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
