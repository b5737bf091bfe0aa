package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.collect.Activities;
import dev.pgstow.model.Activity;
import dev.pgstow.model.DeviceReads;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.testing.InstalledServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The extension pg_stat_kcache on a server that is installed on this machine, whose data lies on a disk. */
@Tag("pgbench")
class KernelReadsIT {
    private static final String READ_ALL = "select count(pad) from t";

    @TempDir
    private Path directory;

    private InstalledServer server;

    @BeforeEach
    void start_a_server_with_the_extension() throws Exception {
        server = new InstalledServer(
                directory,
                "shared_preload_libraries=pg_stat_statements,pg_stat_kcache",
                "shared_buffers=1MB",
                "autovacuum=off",
                "max_parallel_workers_per_gather=0");
        server.execute(
                "create table t as select n, repeat('x', 500) pad from generate_series(1, 40000) n", "checkpoint");
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    @Test
    void reads_of_the_page_cache_and_of_the_device_are_told_apart() throws Exception {
        server.execute(
                "create schema odd",
                "create extension pg_stat_statements",
                "create extension pg_stat_kcache schema odd");
        server.execute(READ_ALL);

        DeviceReads cached = during(READ_ALL);
        assertThat(cached.source()).isEqualTo(DeviceReads.Source.KCACHE);
        assertThat(cached.share()).isLessThan(0.05);

        // what hint bits made dirty cannot be dropped from the cache
        server.execute("checkpoint");
        InstalledServer.run(
                "dd",
                "if=" + server.dataDirectory().resolve(server.value("select pg_relation_filepath('t')")),
                "iflag=nocache",
                "count=0");
        DeviceReads cold = during(READ_ALL);
        assertThat(cold.source()).isEqualTo(DeviceReads.Source.KCACHE);
        assertThat(cold.share()).isGreaterThan(0.7);
    }

    @Test
    void without_the_extension_something_else_tells() throws Exception {
        assertThat(during(READ_ALL).source()).isNotEqualTo(DeviceReads.Source.KCACHE);
    }

    private DeviceReads during(String statement) throws Exception {
        try (PostgresCatalogReader reader = new PostgresCatalogReader(server.connector())) {
            Snapshot before = reader.read(Sessions.NONE);
            server.execute(statement);
            Thread.sleep(1000);
            Activity activity = Activities.of(List.of(before, reader.read(Sessions.NONE)));
            assertThat(activity.workload().blocksRead())
                    .isGreaterThan(Long.parseLong(server.value("select pg_relation_size('t') / 8192")) * 9 / 10);
            return activity.deviceReads();
        }
    }
}
