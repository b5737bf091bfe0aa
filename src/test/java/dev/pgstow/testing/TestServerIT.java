package dev.pgstow.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TestServerIT {
    @ParameterizedTest
    @ValueSource(ints = {13, 14, 15, 16, 17, 18})
    void every_supported_server_starts_with_two_tablespaces(int major) {
        TestServer server = TestServer.of(major);

        assertThat(server.value("postgres", "select current_setting('server_version_num')::int / 10000"))
                .isEqualTo(Integer.toString(major));
        assertThat(server.values("postgres", "select spcname from pg_tablespace where spcname like 'ts%' order by 1"))
                .containsExactly("ts_fast", "ts_slow");
    }
}
