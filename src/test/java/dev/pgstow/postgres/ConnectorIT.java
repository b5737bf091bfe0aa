package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.postgres.ConnectionRequest.Prompting;
import dev.pgstow.postgres.ConnectionRequestTest.FakeTerminal;
import dev.pgstow.testing.Program;
import dev.pgstow.testing.TestServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real servers whose pg_hba.conf wants a password from one role, in one database. */
class ConnectorIT {
    private static final Map<Integer, String> DATABASES = new HashMap<>();
    private static final Map<Integer, String> HBA = new HashMap<>();

    @TempDir
    private Path home;

    private final FakeTerminal terminal = new FakeTerminal();

    @BeforeAll
    static void let_one_role_need_a_password() throws IOException {
        for (int major : new int[] {13, 18}) {
            TestServer server = TestServer.of(major);
            String database = server.newDatabase();
            DATABASES.put(major, database);
            server.execute(
                    "postgres",
                    "set password_encryption = 'scram-sha-256'",
                    "create role guarded login password 'secret:x'",
                    "create role alone login connection limit 0");
            Path hba = server.dataDirectory().resolve("pg_hba.conf");
            HBA.put(major, Files.readString(hba));
            Files.writeString(hba, """
                    host %1$s guarded 127.0.0.1/32 scram-sha-256
                    local %1$s guarded scram-sha-256
                    host all barred all reject
                    %2$s""".formatted(database, HBA.get(major)));
            server.execute("postgres", "select pg_reload_conf()", "select pg_sleep(0.2)");
        }
    }

    @AfterAll
    static void let_the_server_be_as_it_was() throws IOException {
        for (int major : HBA.keySet()) {
            TestServer server = TestServer.of(major);
            Files.writeString(server.dataDirectory().resolve("pg_hba.conf"), HBA.get(major));
            server.execute("postgres", "drop role guarded", "drop role alone", "select pg_reload_conf()");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void the_password_comes_from_the_environment(int major) throws SQLException {
        assertThat(session(connector(major, "guarded", Map.of("PGPASSWORD", "secret:x"))))
                .isEqualTo("guarded pgstow test");
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void the_password_comes_from_the_password_file_by_tcp_and_by_socket(int major) throws SQLException, IOException {
        passwordFile("rw-------", "localhost:" + port(major) + ":" + DATABASES.get(major) + ":guarded:secret\\:x");

        assertThat(session(connector(major, "guarded", Map.of("PGHOST", "localhost"))))
                .isEqualTo("guarded pgstow test");
        assertThat(session(connector(major, "guarded", Map.of("PGHOST", "/tmp"))))
                .isEqualTo("guarded pgstow test");
        assertThat(terminal.warnings).isEmpty();
    }

    @Test
    void a_password_file_that_others_can_read_is_not_used_by_the_driver_either() throws IOException {
        // the driver by itself would read this one through its system property
        Path file = passwordFile("rw-r--r--", "*:*:*:*:secret\\:x");
        System.setProperty("org.postgresql.pgpassfile", file.toString());
        try {
            PgstowException e = failure(connector(18, "guarded", Map.of("PGHOST", "localhost")));

            assertThat(e).hasMessageEndingWith("failed: no password supplied");
            assertThat(e.hint())
                    .isEqualTo(
                            "Give it in PGPASSWORD, in ~/.pgpass or in a service named by PGSERVICE; -W asks for it.");
            assertThat(terminal.warnings)
                    .containsExactly("password file '" + file
                            + "' has group or world access; permissions should be u=rw (0600) or less");
        } finally {
            System.clearProperty("org.postgresql.pgpassfile");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void a_wrong_password_is_not_shown_and_its_file_is(int major) throws IOException {
        Path file = passwordFile("rw-------", "*:*:*:*:wrong-one");

        PgstowException e = failure(connector(major, "guarded", Map.of("PGHOST", "localhost")));

        assertThat(e.code()).isEqualTo(ErrorCode.CANNOT_CONNECT);
        assertThat(e)
                .hasMessage("connection to server at 'localhost', port " + port(major)
                        + " failed: password authentication failed for user \"guarded\"");
        assertThat(e.hint()).isEqualTo("The password was read from file '" + file + "'.");
        assertThat(e).hasStackTraceContaining("password authentication").hasNoSuppressedExceptions();
        assertThat(e.toString() + e.getCause()).doesNotContain("wrong-one");
    }

    @Test
    void a_password_is_asked_for_once_when_the_server_wants_one() throws SQLException {
        terminal.answer = "secret:x";
        Connector connector = new ConnectionRequest(
                        Map.of("host", "localhost", "port", port(18), "user", "guarded", "dbname", DATABASES.get(18)),
                        Prompting.WHEN_NEEDED)
                .connector(client(Map.of()), terminal);

        assertThat(connector.settings().password()).isNull();
        assertThat(session(connector)).isEqualTo("guarded pgstow test");
        assertThat(session(connector)).isEqualTo("guarded pgstow test");
        assertThat(terminal.prompts).containsExactly("Password for user guarded: ");
        assertThat(connector.settings().environment()).containsEntry("PGPASSWORD", "secret:x");
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void a_socket_connection_needs_no_tcp(int major) throws SQLException {
        Connector connector = connector(major, "postgres", Map.of("PGSSLMODE", "require"));

        assertThat(connector.settings().host()).isEqualTo("/tmp");
        try (Connection connection = connector.open(connector.database(), "pgstow test")) {
            assertThat(value(connection, "select inet_client_addr() is null")).isEqualTo("t");
        }
    }

    @Test
    void a_service_and_a_uri_lead_to_the_server() throws SQLException, IOException {
        Files.writeString(
                home.resolve(".pg_service.conf"),
                "[shop]\nhost=localhost\nport=%s\nuser=guarded\ndbname=%s\npassword=secret:x\n"
                        .formatted(port(18), DATABASES.get(18)));

        assertThat(session(new ConnectionRequest(Map.of(), Prompting.NEVER)
                        .connector(client(Map.of("PGSERVICE", "shop")), terminal)))
                .isEqualTo("guarded pgstow test");
        String uri = "postgresql://guarded@127.0.0.1:" + port(18) + "/" + DATABASES.get(18)
                + "?application_name=theirs&options=-c%20work_mem%3D123kB";
        Connector connector = new ConnectionRequest(Map.of("dbname", uri), Prompting.NEVER)
                .connector(client(Map.of("PGPASSWORD", "secret:x")), terminal);
        assertThat(session(connector)).isEqualTo("guarded pgstow test");
        try (Connection connection = connector.open(connector.database(), "pgstow test")) {
            assertThat(value(connection, "show work_mem")).isEqualTo("123kB");
        }
    }

    @Test
    void a_name_that_needs_quoting_is_connected_to() throws SQLException {
        TestServer.of(18).execute("postgres", "create database \"a/b?c&d=é +%20\"");
        try (Connection connection = TestServer.of(18).connector("postgres").open("a/b?c&d=é +%20", "pgstow test")) {
            assertThat(value(connection, "select current_database()")).isEqualTo("a/b?c&d=é +%20");
        }
        TestServer.of(18).execute("postgres", "drop database \"a/b?c&d=é +%20\"");
    }

    @Test
    void the_server_must_be_of_the_kind_that_was_asked_for() throws SQLException {
        assertThat(session(connector(18, "postgres", Map.of("PGTARGETSESSIONATTRS", "read-write"))))
                .isEqualTo("postgres pgstow test");
        assertThat(failure(connector(18, "postgres", Map.of("PGTARGETSESSIONATTRS", "standby"))))
                .hasMessageEndingWith("failed: the server is none of target_session_attrs 'standby'");
    }

    @Test
    void the_server_says_why_it_refuses() {
        String place = "connection to server at 'localhost', port " + port(18) + " failed: ";
        assertThat(failure(connector(18, "postgres", Map.of("PGHOST", "localhost", "PGDATABASE", "nowhere"))))
                .hasMessage(place + "database \"nowhere\" does not exist");
        assertThat(failure(connector(18, "nobody", Map.of("PGHOST", "localhost"))))
                .hasMessage(place + "role \"nobody\" does not exist");
        PgstowException barred = failure(connector(18, "barred", Map.of("PGHOST", "localhost")));
        assertThat(barred).hasMessageStartingWith(place + "pg_hba.conf rejects connection for host");
        assertThat(barred.hint()).isEqualTo("Check -U, and what the server's pg_hba.conf allows from here.");
        PgstowException full = failure(connector(18, "alone", Map.of("PGHOST", "localhost")));
        assertThat(full).hasMessage(place + "too many connections for role \"alone\"");
        assertThat(full.hint()).startsWith("Close other sessions");
        assertThat(failure(connector(18, "postgres", Map.of("PGHOST", "localhost", "PGSSLMODE", "require"))))
                .hasMessage(place + "the server does not support SSL.");
    }

    @Test
    void where_nobody_listens_the_place_is_named() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        String port = Integer.toString(free);

        assertThat(failure(Map.of("host", "127.0.0.1", "port", port)))
                .hasMessage("connection to server at '127.0.0.1', port " + port + " failed: connection refused");
        PgstowException socket = failure(Map.of("host", "/tmp", "port", port));
        assertThat(socket)
                .hasMessage("connection to server on socket '/tmp/.s.PGSQL." + port
                        + "' failed: no such file or directory");
        assertThat(socket.hint()).startsWith("Is the server running on this machine");
        assertThat(failure(Map.of("host", "no-such-host.invalid", "port", port)))
                .hasMessage("connection to server at 'no-such-host.invalid', port " + port
                        + " failed: could not translate host name 'no-such-host.invalid' to address");
    }

    @Test
    void a_server_that_says_nothing_is_given_up_after_the_timeout() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getByName("127.0.0.1"))) {
            long start = System.nanoTime();

            assertThat(failure(Map.of(
                            "dbname", "connect_timeout=1",
                            "host", "127.0.0.1",
                            "port", Integer.toString(silent.getLocalPort()))))
                    .hasMessageEndingWith("failed: timeout expired");
            assertThat(System.nanoTime() - start).isBetween(900_000_000L, 8_000_000_000L);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret:x", "wrong-one"})
    void the_program_shows_the_password_nowhere_even_in_its_debug_log(String password) {
        TestServer.of(18).execute("postgres", "grant pg_monitor to guarded");
        Program program = Program.run(
                List.of(),
                Map.of("PGSTOW_LOG", "debug", "PGPASSWORD", password, "PGUSER", "guarded", "PGHOST", "localhost"),
                "collect",
                "-p",
                port(18),
                "-d",
                DATABASES.get(18),
                "--for=1s",
                "--every=1s",
                "-o",
                home.resolve("activity.snap").toString());

        assertThat(program.exitStatus()).as(program.err()).isEqualTo(password.equals("secret:x") ? 0 : 4);
        assertThat(program.err()).contains("DEBUG").doesNotContain(password);
        assertThat(program.out()).doesNotContain(password);
    }

    private PgstowException failure(Map<String, String> options) {
        return failure(new ConnectionRequest(options, Prompting.NEVER).connector(client(Map.of()), terminal));
    }

    private static PgstowException failure(Connector connector) {
        PgstowException e =
                catchThrowableOfType(PgstowException.class, () -> connector.open(connector.database(), "pgstow test"));
        assertThat(e).isNotNull();
        assertThat(e.code()).isEqualTo(ErrorCode.CANNOT_CONNECT);
        return e;
    }

    private Connector connector(int major, String user, Map<String, String> variables) {
        Map<String, String> all =
                new HashMap<>(Map.of("PGPORT", port(major), "PGUSER", user, "PGDATABASE", DATABASES.get(major)));
        all.putAll(variables);
        return new ConnectionRequest(Map.of(), Prompting.NEVER).connector(client(all), terminal);
    }

    private ClientEnvironment client(Map<String, String> variables) {
        return new ClientEnvironment(variables, home, "osuser");
    }

    private static String session(Connector connector) throws SQLException {
        try (Connection connection = connector.open(connector.database(), "pgstow test")) {
            return value(connection, "select current_user || ' ' || current_setting('application_name')");
        }
    }

    private static String value(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static String port(int major) {
        return Integer.toString(TestServer.of(major).port());
    }

    private Path passwordFile(String permissions, String line) throws IOException {
        Path file = Files.writeString(home.resolve(".pgpass"), line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
