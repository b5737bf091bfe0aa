package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.postgres.ConnectionRequest.Prompting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionRequestTest {
    /** No server listens there, so no socket decides the default host. */
    private static final String FREE_PORT = "54999";

    @TempDir
    private Path home;

    private final FakeTerminal terminal = new FakeTerminal();

    @Test
    void without_anything_it_is_this_user_on_this_machine() {
        ConnectionSettings settings =
                connector(Map.of("port", FREE_PORT), Map.of()).settings();

        assertThat(settings)
                .isEqualTo(new ConnectionSettings(
                        "localhost", 54999, "osuser", "osuser", null, Map.of("connect_timeout", "10")));
    }

    @Test
    void the_database_is_named_like_the_role_by_default() {
        assertThat(connector(Map.of("user", "ann"), Map.of()).database()).isEqualTo("ann");
    }

    @Test
    void the_environment_fills_in_what_options_leave_open() {
        ConnectionSettings settings = connector(
                        Map.of("user", "ann"),
                        Map.of(
                                "PGHOST", "db1",
                                "PGPORT", "5433",
                                "PGUSER", "bob",
                                "PGDATABASE", "shop=x",
                                "PGPASSWORD", "secret",
                                "PGSSLMODE", "verify-full",
                                "PGOPTIONS", "-c work_mem=1MB",
                                "PGCONNECT_TIMEOUT", "3",
                                "PGAPPNAME", "mine",
                                "PGTARGETSESSIONATTRS", "read-write"))
                .settings();

        assertThat(settings)
                .isEqualTo(new ConnectionSettings(
                        "db1",
                        5433,
                        "ann",
                        "shop=x",
                        "secret",
                        Map.of(
                                "sslmode", "verify-full",
                                "options", "-c work_mem=1MB",
                                "connect_timeout", "3",
                                "target_session_attrs", "read-write")));
        assertThat(settings.toString()).doesNotContain("secret");
    }

    @Test
    void a_connection_string_goes_before_options_and_these_before_the_service_and_it_before_the_environment()
            throws IOException {
        Files.writeString(
                home.resolve(".pg_service.conf"), "[s]\nhost=service\nuser=service\ndbname=service\nport=1111\n");

        ConnectionSettings settings = connect(
                        Map.of("dbname", "host=string service=s", "host", "option", "user", "option"),
                        Map.of(
                                "PGHOST",
                                "env",
                                "PGUSER",
                                "env",
                                "PGDATABASE",
                                "env",
                                "PGPORT",
                                "2",
                                "PGSSLMODE",
                                "allow"))
                .settings();

        assertThat(settings)
                .isEqualTo(new ConnectionSettings(
                        "string",
                        1111,
                        "option",
                        "service",
                        null,
                        Map.of("sslmode", "allow", "connect_timeout", "10")));
    }

    @Test
    void an_empty_value_in_a_connection_string_keeps_the_environment_out() {
        assertThat(connector(
                                Map.of("dbname", "host='' user='' port=" + FREE_PORT),
                                Map.of("PGHOST", "db1", "PGUSER", "a"))
                        .settings())
                .satisfies(settings -> {
                    assertThat(settings.host()).isEqualTo("localhost");
                    assertThat(settings.user()).isEqualTo("osuser");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PGPORT               | 0             | invalid port number: '0'",
                "PGPORT               | 65536         | invalid port number: '65536'",
                "PGPORT               | 54 32         | invalid integer value '54 32' for connection option 'port'",
                "PGCONNECT_TIMEOUT    | soon          | invalid integer value 'soon' for connection option"
                        + " 'connect_timeout'",
                "PGSSLMODE            | on            | invalid sslmode value: 'on'",
                "PGTARGETSESSIONATTRS | fastest       | invalid target_session_attrs value: 'fastest'",
                "PGHOST               | a,b           | more than one host: pgstow works on one server at a time",
                "PGHOST               | @abstract     | sockets in the abstract namespace are not supported by pgstow",
                "PGHOST               | a?x=y         | could not translate host name 'a?x=y' to address",
                "PGREQUIREPEER        | postgres      | connection option 'requirepeer' is not supported by pgstow",
                "PGSSLCRL             | /x            | connection option 'sslcrl' is not supported by pgstow",
                "PGSERVICE            | nowhere       | definition of service 'nowhere' not found",
            })
    void a_value_that_cannot_be_is_refused(String variable, String value, String message) {
        assertThatThrownBy(() -> connector(Map.of(), Map.of(variable, value, "PGSYSCONFDIR", "/nowhere")))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USAGE))
                .hasMessage(message);
    }

    @Test
    void what_the_driver_does_anyway_is_not_refused() {
        connector(
                Map.of("dbname", "ssl_min_protocol_version=TLSv1.2 replication=false keepalives=1"),
                Map.of("PGSSLCERTMODE", "allow"));
    }

    @Test
    void hostaddr_is_connected_to_and_the_host_only_names_the_server() throws IOException {
        passwordFile("db1:*:*:*:secret");

        assertThat(connect(Map.of("host", "db1"), Map.of("PGHOSTADDR", "192.0.2.7"))
                        .settings())
                .satisfies(settings -> {
                    assertThat(settings.host()).isEqualTo("192.0.2.7");
                    assertThat(settings.password()).isEqualTo("secret");
                });
    }

    @Test
    void the_password_file_is_found_in_the_home_directory_and_by_passfile() throws IOException {
        passwordFile("*:*:shop:*:one");
        Path other = Files.writeString(home.resolve("other"), "*:*:*:*:two\n");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rw-------"));

        assertThat(connect(Map.of("dbname", "shop"), Map.of()).settings().password())
                .isEqualTo("one");
        assertThat(connect(Map.of("dbname", "depot"), Map.of()).settings().password())
                .isNull();
        assertThat(connect(Map.of("dbname", "depot"), Map.of("PGPASSFILE", other.toString()))
                        .settings()
                        .password())
                .isEqualTo("two");
        assertThat(connect(Map.of("dbname", "shop"), Map.of("PGPASSWORD", "three"))
                        .settings()
                        .password())
                .isEqualTo("three");
    }

    @Test
    void localhost_in_the_password_file_stands_for_the_default_socket_directory() throws IOException {
        passwordFile("localhost:*:*:*:secret");

        assertThat(connect(Map.of("host", "/tmp"), Map.of()).settings().password())
                .isEqualTo("secret");
        assertThat(connect(Map.of("host", "/srv/sockets"), Map.of()).settings().password())
                .isNull();
    }

    @Test
    void a_password_file_that_others_can_read_is_warned_of_once() throws IOException {
        Path file = passwordFile("*:*:*:*:secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

        assertThat(connect(Map.of(), Map.of()).settings().password()).isNull();
        assertThat(terminal.warnings)
                .containsExactly("password file '" + file
                        + "' has group or world access; permissions should be u=rw (0600) or less");
    }

    @Test
    void asking_first_goes_before_every_other_source() {
        terminal.answer = "asked";

        Connector connector = new ConnectionRequest(Map.of("user", "ann"), Prompting.FIRST)
                .connector(client(Map.of("PGPASSWORD", "secret")), terminal);

        assertThat(connector.settings().password()).isEqualTo("asked");
        assertThat(terminal.prompts).containsExactly("Password for user ann: ");
    }

    @Test
    void asking_first_needs_a_terminal() {
        assertThatThrownBy(() -> new ConnectionRequest(Map.of(), Prompting.FIRST).connector(client(Map.of()), terminal))
                .isInstanceOf(PgstowException.class)
                .hasMessage("there is no terminal to ask for the password that -W wants");
    }

    @Test
    void certificates_are_where_libpq_has_them() throws IOException {
        Path directory = Files.createDirectory(home.resolve(".postgresql"));
        for (String name : List.of("root.crt", "postgresql.crt", "postgresql.key")) {
            Files.createFile(directory.resolve(name));
        }

        assertThat(connect(Map.of(), Map.of("PGSSLMODE", "require")).settings().parameters())
                .isEqualTo(Map.of(
                        "connect_timeout", "10",
                        "sslmode", "verify-ca",
                        "sslrootcert", directory.resolve("root.crt").toString(),
                        "sslcert", directory.resolve("postgresql.crt").toString(),
                        "sslkey", directory.resolve("postgresql.key").toString()));
        assertThat(connect(Map.of(), Map.of("PGSSLROOTCERT", "system"))
                        .settings()
                        .parameters())
                .containsEntry("sslmode", "verify-full");
    }

    @Test
    void a_child_program_is_led_to_the_same_server_whatever_it_inherits() {
        Map<String, String> child = new HashMap<>(Map.of(
                "PATH", "/bin",
                "PGSERVICE", "elsewhere",
                "PGHOSTADDR", "192.0.2.1",
                "PGPASSFILE", "/else",
                "PGSSLMODE", "disable"));

        connector(Map.of("host", "/tmp", "port", "5433", "dbname", "shop"), Map.of("PGPASSWORD", "secret"))
                .settings()
                .applyTo(child);

        assertThat(child)
                .isEqualTo(Map.of(
                        "PATH", "/bin",
                        "PGHOST", "/tmp",
                        "PGPORT", "5433",
                        "PGUSER", "osuser",
                        "PGDATABASE", "shop",
                        "PGPASSWORD", "secret",
                        "PGCONNECT_TIMEOUT", "10"));
    }

    @Test
    void nothing_that_holds_the_password_shows_it() {
        ClientEnvironment client = client(Map.of("PGPASSWORD", "secret"));
        ConnectionRequest request = new ConnectionRequest(Map.of("dbname", "password=secret"), Prompting.NEVER);

        assertThat(client.toString()).doesNotContain("secret");
        assertThat(request.toString()).doesNotContain("secret");
    }

    static Connector connector(Map<String, String> options, Map<String, String> variables) {
        return new ConnectionRequest(options, Prompting.NEVER)
                .connector(new ClientEnvironment(variables, Path.of("/nowhere"), "osuser"), new FakeTerminal());
    }

    private Connector connect(Map<String, String> options, Map<String, String> variables) {
        return new ConnectionRequest(options, Prompting.NEVER).connector(client(variables), terminal);
    }

    private ClientEnvironment client(Map<String, String> variables) {
        return new ClientEnvironment(variables, home, "osuser");
    }

    private Path passwordFile(String line) throws IOException {
        Path file = Files.writeString(home.resolve(".pgpass"), line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Answers when it has an answer, and remembers what it was told. */
    static final class FakeTerminal implements Terminal {
        final List<String> warnings = new ArrayList<>();
        final List<String> prompts = new ArrayList<>();
        String answer;

        @Override
        public void warn(String message) {
            warnings.add(message);
        }

        @Override
        public Optional<String> askSecret(String prompt) {
            prompts.add(prompt);
            return Optional.ofNullable(answer);
        }
    }
}
