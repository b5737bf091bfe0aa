package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that speak PostgreSQL's protocol (documentation 53.2) as far as the start of a session. */
class ForeignServerTest {
    @ParameterizedTest
    @CsvSource({
        "12.22, '', the server's version '12.22' is too old",
        "13.0.0, crdb_version, 'the server is CockroachDB, not PostgreSQL'",
    })
    void a_server_that_pgstow_does_not_know_is_refused(String version, String parameter, String message)
            throws Exception {
        try (Server server = new Server(version, parameter)) {
            PgstowException e = catchThrowableOfType(
                    PgstowException.class, () -> server.connector().open("shop", "pgstow test"));

            assertThat(e).hasMessage(message);
            assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
            assertThat(e.hint()).isEqualTo("pgstow works with PostgreSQL 13 and later.");
            assertThat(server.endOfSession()).isEqualTo('X');
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"13.0", "19beta1", "17.2 (Debian 17.2-1.pgdg120+1)"})
    void a_server_of_13_or_later_is_taken_without_a_question(String version) throws Exception {
        try (Server server = new Server(version, "")) {
            try (Connection connection = server.connector().open("shop", "pgstow test")) {
                assertThat(connection.getMetaData().getDatabaseProductVersion()).isEqualTo(version);
            }
            assertThat(server.endOfSession()).isEqualTo('X');
        }
    }

    /** Takes one session, lets everybody in and remembers the first message after that. */
    private static final class Server implements AutoCloseable {
        private final ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final Thread thread = new Thread(this::serve);
        private volatile int firstMessage;

        Server(String version, String parameter) throws IOException {
            parameters.put("server_version", version);
            parameters.put("server_encoding", "UTF8");
            parameters.put("client_encoding", "UTF8");
            parameters.put("DateStyle", "ISO, MDY");
            parameters.put("integer_datetimes", "on");
            parameters.put("standard_conforming_strings", "on");
            if (!parameter.isEmpty()) {
                parameters.put(parameter, "yes");
            }
            thread.start();
        }

        Connector connector() {
            return new Connector(new ConnectionSettings(
                    "127.0.0.1", socket.getLocalPort(), "ann", "shop", null, Map.of("sslmode", "disable")));
        }

        int endOfSession() throws InterruptedException {
            thread.join(10_000);
            return firstMessage;
        }

        private void serve() {
            try (Socket session = socket.accept();
                    DataInputStream in = new DataInputStream(session.getInputStream());
                    DataOutputStream out = new DataOutputStream(session.getOutputStream())) {
                in.skipNBytes(in.readInt() - 4);
                send(out, 'R', new byte[4]);
                for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                    String text = parameter.getKey() + "\0" + parameter.getValue() + "\0";
                    send(out, 'S', text.getBytes(StandardCharsets.UTF_8));
                }
                send(out, 'K', new byte[8]);
                send(out, 'Z', new byte[] {'I'});
                firstMessage = in.read();
            } catch (IOException e) {
                firstMessage = -1;
            }
        }

        private static void send(DataOutputStream out, char type, byte[] body) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream message = new DataOutputStream(bytes);
            message.writeByte(type);
            message.writeInt(body.length + 4);
            message.write(body);
            out.write(bytes.toByteArray());
            out.flush();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
