package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Place;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
import dev.pgstow.testing.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlProbeIT {
    private static final TimeLimit TIME = new TimeLimit(Duration.ofMillis(400), Duration.ofMillis(400));

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void random_blocks_of_a_table_are_read_through_the_server(int version) {
        TestServer server = TestServer.of(version);
        // three times the shared buffers; a name that must be quoted
        server.execute(
                "postgres",
                "create table \"Sql probe\" tablespace ts_fast as select i, repeat('x', 900) from generate_series(1, 50000) i",
                "vacuum analyze \"Sql probe\"");
        try {
            long before = read(server);
            SqlProbe probe = new SqlProbe(server.connector("postgres"));
            List<PatternResult> one;
            List<PatternResult> many;
            try (DeviceProbe.Session session = probe.open(place("ts_fast"), ByteSize.ZERO)) {
                one = session.measure(new Step(AccessPattern.RANDOM_READ, 1), TIME);
                many = session.measure(new Step(AccessPattern.RANDOM_READ, 4), TIME);

                assertThat(session.measure(new Step(AccessPattern.RANDOM_WRITE, 1), TIME))
                        .isEmpty();
                assertThat(session.directIo()).isFalse();
                assertThat(session.notes())
                        .singleElement()
                        .asString()
                        .contains("its page cache is part of the figures");
            }

            assertThat(probe.engine()).startsWith("PostgreSQL " + version + ".").endsWith(" (sql)");
            assertThat(one).singleElement().satisfies(result -> {
                assertThat(result.mean()).isBetween(1e-7, 0.1);
                assertThat(result.latency().p50())
                        .isLessThanOrEqualTo(result.latency().p99());
                assertThat(result.operationsPerSecond() * result.mean()).isBetween(0.999, 1.001);
            });
            assertThat(many)
                    .singleElement()
                    .satisfies(result -> assertThat(result.depth()).isEqualTo(4));
            assertThat(read(server)).isGreaterThan(before + 100);
        } finally {
            server.execute("postgres", "drop table \"Sql probe\"");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = 18)
    void a_tablespace_with_nothing_to_read_is_refused(int version) {
        SqlProbe probe = new SqlProbe(TestServer.of(version).connector("postgres"));

        assertThat(probe.canRead(place("ts_none"))).isFalse();
        assertThatThrownBy(() -> probe.check(place("ts_none"), ByteSize.ZERO))
                .hasMessage("tablespace 'ts_none' has no table of at least 4096 KiB that this role may read");
    }

    private static Place place(String tablespace) {
        return new Place(tablespace, true, Path.of("/nowhere"), ByteSize.ZERO);
    }

    /** Blocks that the server itself counted as read from the table; backends that ended have reported theirs. */
    private static long read(TestServer server) {
        return Long.parseLong(server.value(
                "postgres", "select heap_blks_read from pg_statio_all_tables where relname = 'Sql probe'"));
    }
}
