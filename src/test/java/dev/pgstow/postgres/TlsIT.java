package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pgstow.model.PgstowException;
import dev.pgstow.postgres.ConnectionRequest.Prompting;
import dev.pgstow.postgres.ConnectionRequestTest.FakeTerminal;
import dev.pgstow.testing.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server with a certificate for {@code localhost} that it signed itself. */
class TlsIT {
    @TempDir
    private static Path directory;

    @BeforeAll
    static void let_the_server_have_a_certificate() throws IOException, GeneralSecurityException, InterruptedException {
        Path store = directory.resolve("server.p12");
        int status = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "RSA",
                        "-alias",
                        "server",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start()
                .waitFor();
        assertThat(status).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "changeit".toCharArray());
        }
        TestServer server = TestServer.of(18);
        pem(
                server.dataDirectory().resolve("server.key"),
                "PRIVATE KEY",
                keys.getKey("server", "changeit".toCharArray()).getEncoded());
        byte[] certificate = keys.getCertificate("server").getEncoded();
        pem(server.dataDirectory().resolve("server.crt"), "CERTIFICATE", certificate);
        pem(directory.resolve("root.crt"), "CERTIFICATE", certificate);
        server.execute("postgres", "alter system set ssl = on");
        server.execute("postgres", "select pg_reload_conf()", "select pg_sleep(0.2)");
    }

    @AfterAll
    static void let_the_server_be_as_it_was() {
        TestServer.of(18).execute("postgres", "alter system reset ssl");
        TestServer.of(18).execute("postgres", "select pg_reload_conf()", "select pg_sleep(0.2)");
    }

    @Test
    void an_encrypted_connection_is_preferred_and_can_be_switched_off() throws SQLException {
        assertThat(encrypted(Map.of())).isTrue();
        assertThat(encrypted(Map.of("PGSSLMODE", "disable"))).isFalse();
        assertThat(encrypted(Map.of("PGSSLMODE", "require"))).isTrue();
        assertThat(encrypted(Map.of("PGHOST", "/tmp", "PGSSLMODE", "verify-full")))
                .isFalse();
    }

    @Test
    void the_certificate_is_checked_against_the_root_that_was_named() throws SQLException {
        String root = directory.resolve("root.crt").toString();

        assertThat(encrypted(Map.of("PGSSLMODE", "verify-full", "PGSSLROOTCERT", root)))
                .isTrue();
        assertThat(encrypted(Map.of("PGHOST", "127.0.0.1", "PGSSLMODE", "verify-ca", "PGSSLROOTCERT", root)))
                .isTrue();
        PgstowException otherName =
                failure(Map.of("PGHOST", "127.0.0.1", "PGSSLMODE", "verify-full", "PGSSLROOTCERT", root));
        assertThat(otherName).hasMessageContaining("127.0.0.1").hasMessageContaining("could not be verified");
        assertThat(otherName.hint()).startsWith("Check PGSSLMODE and PGSSLROOTCERT");
        PgstowException noRoot = failure(Map.of("PGSSLMODE", "verify-ca", "PGSSLROOTCERT", "/nowhere/root.crt"));
        assertThat(noRoot).hasMessageContaining("/nowhere/root.crt");
        assertThat(noRoot.hint()).startsWith("Check PGSSLMODE and PGSSLROOTCERT");
        // nobody signed it that the system trusts
        PgstowException system = failure(Map.of("PGSSLROOTCERT", "system"));
        assertThat(system).hasMessageContaining("unable to find valid certification path");
        assertThat(system.hint()).startsWith("Check PGSSLMODE and PGSSLROOTCERT");
    }

    private static boolean encrypted(Map<String, String> variables) throws SQLException {
        try (Connection connection = connector(variables).open("postgres", "pgstow test");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select ssl from pg_stat_ssl where pid = pg_backend_pid()")) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private static PgstowException failure(Map<String, String> variables) {
        return catchThrowableOfType(
                PgstowException.class, () -> connector(variables).open("postgres", "pgstow test"));
    }

    private static Connector connector(Map<String, String> variables) {
        Map<String, String> all = new HashMap<>(Map.of(
                "PGHOST", "localhost",
                "PGPORT", Integer.toString(TestServer.of(18).port()),
                "PGUSER", "postgres"));
        all.putAll(variables);
        return new ConnectionRequest(Map.of(), Prompting.NEVER)
                .connector(new ClientEnvironment(all, directory.resolve("home"), "osuser"), new FakeTerminal());
    }

    private static void pem(Path file, String what, byte[] content) throws IOException {
        Files.writeString(
                file,
                "-----BEGIN " + what + "-----\n"
                        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + what
                        + "-----\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
