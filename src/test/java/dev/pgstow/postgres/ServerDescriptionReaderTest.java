package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerDescriptionReaderTest {
    @ParameterizedTest
    @CsvSource({
        "primary_conninfo, host=a, true",
        "archive_command, cp %p /backup, true",
        "restore_command, cp, true",
        "ssl_passphrase_command, echo x, true",
        "vault.token, abc, true",
        "dblink.source, host=a password=b, true",
        "some.url, postgres://me:b@host/db, true",
        "some.url, postgres://me@host/db, false",
        "shared_buffers, 8GB, false",
        "log_line_prefix, %m [%p] , false",
        "listen_addresses, *, false",
        "wal_compression, zstd, false",
        "tcp_keepalives_idle, 60, false",
        "io_method, io_uring, false"
    })
    void what_can_hold_a_secret_is_left_out(String name, String value, boolean secret) {
        assertThat(ServerDescriptionReader.isSecret(name, value)).isEqualTo(secret);
    }
}
