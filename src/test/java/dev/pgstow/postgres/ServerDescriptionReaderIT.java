package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.profile.ServerDescription;
import dev.pgstow.testing.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerDescriptionReaderIT {
    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void settings_that_somebody_chose_are_read_without_secrets(int major) throws Exception {
        TestServer server = TestServer.of(major);
        server.execute("postgres", "alter system set archive_cleanup_command = 'copy --key geheim'");
        server.execute("postgres", "alter system set primary_conninfo = 'host=a password=geheim'");
        server.execute("postgres", "alter system set random_page_cost = 1.1", "select pg_reload_conf()");
        server.execute("postgres", "alter role all set shop.url = 'https://me:geheim@host/'");
        server.execute("postgres", "alter role postgres set work_mem = '7MB'");
        try {
            await(server, "show random_page_cost", "1.1");
            await(server, "show primary_conninfo", "host=a password=geheim");

            ServerDescription description = new ServerDescriptionReader(server.connector("postgres")).read();

            assertThat(description.version()).startsWith(major + ".").doesNotContain(" ");
            assertThat(description.settings())
                    .containsEntry("shared_buffers", "16MB")
                    .containsEntry("track_io_timing", "on")
                    .containsEntry("random_page_cost", "1.1")
                    .doesNotContainKeys("data_directory", "application_name", "work_mem")
                    .allSatisfy((name, value) -> assertThat(value).doesNotContain("geheim"));
            assertThat(description.dataDirectory()).isEqualTo(server.dataDirectory());
            assertThat(description.started()).isBetween(Instant.now().minus(Duration.ofHours(1)), Instant.now());
        } finally {
            server.execute("postgres", "alter system reset all");
            server.execute("postgres", "alter role all reset all", "alter role postgres reset all");
            server.execute("postgres", "select pg_reload_conf()");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void a_role_without_any_right_gets_what_it_may_see(int major) {
        TestServer server = TestServer.of(major);
        server.execute("postgres", "create role nobody_much login");
        try {
            Connector connector = new Connector(
                    new ConnectionSettings("localhost", server.port(), "nobody_much", "postgres", null, Map.of()));

            ServerDescription description = new ServerDescriptionReader(connector).read();

            assertThat(description.version()).startsWith(major + ".");
            assertThat(description.settings()).containsEntry("shared_buffers", "16MB");
            assertThat(description.dataDirectory()).isNull();
        } finally {
            server.execute("postgres", "drop role nobody_much");
        }
    }

    private static void await(TestServer server, String query, String expected) throws InterruptedException {
        for (int i = 0; i < 100 && !server.value("postgres", query).equals(expected); i++) {
            Thread.sleep(50);
        }
        assertThat(server.value("postgres", query)).isEqualTo(expected);
    }
}
