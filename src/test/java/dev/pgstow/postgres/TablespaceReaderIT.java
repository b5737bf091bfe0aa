package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tablespace;
import dev.pgstow.testing.TestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablespaceReaderIT {
    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void tablespaces_are_read_with_place_and_size(int major) {
        TestServer server = TestServer.of(major);
        String database = server.newDatabase();
        server.execute(
                database,
                "create table filled tablespace ts_fast as select repeat('x', 1000) from generate_series(1, 2000)");

        List<Tablespace> tablespaces = new TablespaceReader(server.connector(database)).read();

        assertThat(tablespaces)
                .extracting(Tablespace::name)
                .startsWith("pg_default")
                .contains("ts_fast", "ts_slow");
        assertThat(tablespaces).extracting(Tablespace::name).doesNotContain("pg_global");
        Tablespace fast = named(tablespaces, "ts_fast");
        assertThat(fast.location()).isEqualTo(server.location("ts_fast").toString());
        assertThat(fast.used().bytes())
                .isGreaterThan(2_000_000)
                .isEqualTo(Long.parseLong(server.value(database, "select pg_tablespace_size('ts_fast')")));
        assertThat(fast.oid())
                .isEqualTo(Long.parseLong(
                        server.value(database, "select oid from pg_tablespace where spcname = 'ts_fast'")));
        assertThat(named(tablespaces, "pg_default").location())
                .isEqualTo(server.dataDirectory().resolve("base").toString());
        server.execute(database, "drop table filled");
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void a_role_that_may_not_see_sizes_is_told_what_it_lacks(int major) {
        TestServer server = TestServer.of(major);
        server.execute("postgres", "create role plain login");
        try {
            assertThatThrownBy(() -> new TablespaceReader(as(server, "plain")).read())
                    .isInstanceOfSatisfying(PgstowException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.NOT_PERMITTED);
                        assertThat(e.hint()).contains("pg_monitor");
                    })
                    .hasMessageContaining("permission denied for tablespace");
        } finally {
            server.execute("postgres", "drop role plain");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void the_place_of_pg_default_is_empty_for_a_role_that_may_not_see_it(int major) {
        TestServer server = TestServer.of(major);
        server.execute("postgres", "create role counting login", "grant pg_read_all_stats to counting");
        try {
            List<Tablespace> tablespaces = new TablespaceReader(as(server, "counting")).read();

            assertThat(named(tablespaces, "pg_default").location()).isEmpty();
            assertThat(named(tablespaces, "ts_slow").location())
                    .isEqualTo(server.location("ts_slow").toString());
        } finally {
            server.execute("postgres", "drop role counting");
        }
    }

    @Test
    void a_tablespace_inside_the_data_directory_has_its_full_path() {
        TestServer server = TestServer.of(18);
        server.execute("postgres", "set allow_in_place_tablespaces = on", "create tablespace in_place location ''");
        try {
            Tablespace inPlace = named(new TablespaceReader(server.connector("postgres")).read(), "in_place");

            assertThat(inPlace.location())
                    .isEqualTo(server.dataDirectory()
                            .resolve("pg_tblspc")
                            .resolve(Long.toString(inPlace.oid()))
                            .toString());
        } finally {
            server.execute("postgres", "drop tablespace in_place");
        }
    }

    private static Connector as(TestServer server, String role) {
        return new Connector(new ConnectionSettings("localhost", server.port(), role, "postgres", null, Map.of()));
    }

    private static Tablespace named(List<Tablespace> tablespaces, String name) {
        return tablespaces.stream()
                .filter(tablespace -> tablespace.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
