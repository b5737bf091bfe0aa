package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceFileTest {
    @TempDir
    private Path directory;

    @Test
    void a_service_is_the_lines_below_its_name() throws IOException {
        write(".pg_service.conf", """
                # all of ours
                [depot]
                host=db0

                [shop]
                  host=db1\t
                # a comment
                dbname=my shop
                options=-c work_mem=1MB
                password=a=b
                host=second

                [other]
                port=1
                [shop]
                user=late
                """);

        assertThat(options("shop", Map.of()))
                .isEqualTo(Map.of("host", "db1", "dbname", "my shop", "options", "-c work_mem=1MB", "password", "a=b"));
    }

    @Test
    void the_file_named_takes_the_place_of_that_in_the_home_directory_and_the_system_file_comes_last()
            throws IOException {
        write(".pg_service.conf", "[a]\nhost=home\n");
        Path named = write("named", "[b]\nhost=named\n");
        write("pg_service.conf", "[a]\nhost=system\n[b]\nhost=system\n");
        Map<String, String> system = Map.of("PGSYSCONFDIR", directory.toString());
        Map<String, String> both = Map.of("PGSYSCONFDIR", directory.toString(), "PGSERVICEFILE", named.toString());

        assertThat(options("a", system)).isEqualTo(Map.of("host", "home"));
        assertThat(options("b", system)).isEqualTo(Map.of("host", "system"));
        assertThat(options("a", both)).isEqualTo(Map.of("host", "system"));
        assertThat(options("b", both)).isEqualTo(Map.of("host", "named"));
    }

    @ParameterizedTest
    @CsvSource({
        "'host = db1',line 2,'syntax error in'",
        "'colour=red',line 2,'syntax error in'",
        "'secret',line 2,'syntax error in'",
        "'service=other',line 2,'nested ''service'' specifications not supported in'",
    })
    void a_mistake_is_named_with_its_line(String line, String place, String message) throws IOException {
        Path file = write(".pg_service.conf", "[shop]\n" + line + "\n");

        assertThatThrownBy(() -> options("shop", Map.of()))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE))
                .hasMessage(message + " service file '" + file + "', " + place);
    }

    @Test
    void an_unknown_service_says_where_it_was_looked_for() throws IOException {
        Path file = write(".pg_service.conf", "[shop]\n");

        assertThatThrownBy(() -> options("sho", Map.of("PGSYSCONFDIR", "/nowhere")))
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.USAGE);
                    assertThat(e.hint()).isEqualTo("Looked in " + file + ".");
                })
                .hasMessage("definition of service 'sho' not found");
    }

    @Test
    void a_named_file_that_is_not_there_is_an_error() {
        assertThatThrownBy(() -> options("shop", Map.of("PGSERVICEFILE", "/nowhere/services")))
                .isInstanceOf(PgstowException.class)
                .hasMessage("service file '/nowhere/services' not found");
    }

    private Map<String, String> options(String service, Map<String, String> variables) {
        return ServiceFile.options(service, new ClientEnvironment(variables, directory, "osuser"));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }
}
