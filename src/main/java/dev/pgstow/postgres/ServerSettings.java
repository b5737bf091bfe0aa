package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_SETTINGS;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.DSLContext;

/** What the model, the findings and the comparison of benchmarks look at. */
final class ServerSettings {
    private static final List<String> NAMES = List.of(
            "autovacuum",
            "bgwriter_delay",
            "bgwriter_flush_after",
            "bgwriter_lru_maxpages",
            "bgwriter_lru_multiplier",
            "block_size",
            "checkpoint_completion_target",
            "checkpoint_flush_after",
            "checkpoint_timeout",
            "data_checksums",
            "debug_io_direct",
            "effective_cache_size",
            "effective_io_concurrency",
            "full_page_writes",
            "fsync",
            "io_combine_limit",
            "io_method",
            "io_workers",
            "maintenance_io_concurrency",
            "maintenance_work_mem",
            "max_connections",
            "max_parallel_maintenance_workers",
            "max_wal_size",
            "random_page_cost",
            "seq_page_cost",
            "shared_buffers",
            "synchronous_commit",
            "track_io_timing",
            "track_wal_io_timing",
            "wal_compression",
            "wal_level",
            "work_mem");

    private ServerSettings() {}

    /** Those that the server has, with their units. */
    static Map<String, String> read(DSLContext sql) {
        Map<String, String> settings = new TreeMap<>();
        sql.select(PG_SETTINGS.NAME, PG_SETTINGS.SETTING, PG_SETTINGS.UNIT)
                .from(PG_SETTINGS)
                .where(PG_SETTINGS.NAME.in(NAMES))
                .forEach(row -> settings.put(
                        row.value1(), row.value3() == null ? row.value2() : row.value2() + " x " + row.value3()));
        return settings;
    }
}
