package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_SETTINGS;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.verify.BenchmarkServer;
import dev.pgstow.verify.Conditions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/** The database that a workload runs in, and its server. */
public final class BenchmarkedDatabase implements BenchmarkServer {
    private static final String APPLICATION_NAME = "pgstow verify";
    private static final String INSUFFICIENT_PRIVILEGE = "42501";

    /** What changes the work a transaction is, or what it costs, besides where relations lie. */
    private static final List<String> SETTINGS = List.of(
            "autovacuum",
            "bgwriter_delay",
            "checkpoint_timeout",
            "commit_delay",
            "default_transaction_isolation",
            "effective_cache_size",
            "effective_io_concurrency",
            "enable_bitmapscan",
            "enable_hashjoin",
            "enable_indexonlyscan",
            "enable_indexscan",
            "enable_mergejoin",
            "enable_nestloop",
            "enable_seqscan",
            "fsync",
            "full_page_writes",
            "huge_pages",
            "io_method",
            "jit",
            "max_parallel_workers_per_gather",
            "max_wal_size",
            "plan_cache_mode",
            "random_page_cost",
            "seq_page_cost",
            "shared_buffers",
            "shared_preload_libraries",
            "synchronous_commit",
            "synchronous_standby_names",
            "track_io_timing",
            "wal_compression",
            "wal_level",
            "wal_sync_method",
            "work_mem");

    private final Connector connector;
    private final String database;

    public BenchmarkedDatabase(Connector connector, String database) {
        this.connector = Objects.requireNonNull(connector, "connector");
        this.database = Objects.requireNonNull(database, "database");
    }

    @Override
    public Conditions conditions() {
        try (Connection connection = connector.open(database, APPLICATION_NAME)) {
            DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES);
            String identifier = sql.select(DSL.field("system_identifier::text", String.class))
                    .from("pg_control_system()")
                    .fetchSingle()
                    .value1();
            Instant startedAt = sql.select(DSL.function("pg_postmaster_start_time", OffsetDateTime.class))
                    .fetchSingle()
                    .value1()
                    .toInstant();
            return new Conditions(new Cluster(identifier, version(sql)), database, startedAt, settings(sql));
        } catch (SQLException | DataAccessException e) {
            throw new PgstowException(
                    ErrorCode.NOT_PERMITTED,
                    "cannot read the conditions of the benchmark: " + e.getMessage(),
                    "The role needs EXECUTE on pg_control_system(), which everyone has by default.",
                    e);
        }
    }

    private static ServerVersion version(DSLContext sql) {
        return new ServerVersion(Integer.parseInt(
                sql.select(DSL.function("current_setting", String.class, DSL.inline("server_version_num")))
                        .fetchSingle()
                        .value1()));
    }

    private static Map<String, String> settings(DSLContext sql) {
        return sql.select(PG_SETTINGS.NAME, DSL.function("current_setting", String.class, PG_SETTINGS.NAME))
                .from(PG_SETTINGS)
                .where(PG_SETTINGS.NAME.in(SETTINGS))
                .fetchMap(row -> row.value1(), row -> row.value2());
    }

    @Override
    public boolean checkpoint() {
        try (Connection connection = connector.open(database, APPLICATION_NAME);
                java.sql.Statement statement = connection.createStatement()) {
            statement.execute("checkpoint");
            return true;
        } catch (SQLException e) {
            if (INSUFFICIENT_PRIVILEGE.equals(e.getSQLState())) {
                return false;
            }
            throw new PgstowException(
                    ErrorCode.CANNOT_CONNECT,
                    "the checkpoint failed: " + e.getMessage(),
                    "Look into the server's log.",
                    e);
        }
    }
}
