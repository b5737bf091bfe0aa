package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_SETTINGS;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ACTIVITY;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;
import static org.jooq.impl.DSL.field;

import dev.pgstow.collect.CatalogReader;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.Database;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.Tablespace;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/** Reads snapshots through one lasting connection for the cluster and a short one for each database. */
public final class PostgresCatalogReader implements CatalogReader, AutoCloseable {
    /** What the model, the findings and the comparison of benchmarks look at. */
    private static final List<String> SETTINGS = List.of(
            "autovacuum",
            "bgwriter_delay",
            "bgwriter_lru_maxpages",
            "block_size",
            "checkpoint_completion_target",
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

    private final Connector connector;
    private final Connection connection;
    private final DSLContext sql;
    private final CatalogColumns columns;

    public PostgresCatalogReader(Connector connector) {
        this.connector = Objects.requireNonNull(connector, "connector");
        this.connection = connector.open(connector.database(), "pgstow collect");
        this.sql = DSL.using(connection, SQLDialect.POSTGRES);
        this.columns = CatalogColumns.read(sql);
    }

    @Override
    public Snapshot read(double busySessions) {
        List<String> gaps = new ArrayList<>();
        Map<String, String> settings = settings();
        List<Database> databases = databases();
        List<RelationActivity> relations = new ArrayList<>();
        for (Database database : databases) {
            relations.addAll(relations(database, gaps));
        }
        Record now = sql.select(
                        field("pg_catalog.clock_timestamp()", OffsetDateTime.class),
                        field("pg_catalog.pg_postmaster_start_time()", OffsetDateTime.class))
                .fetchSingle();
        return new Snapshot(
                now.get(0, OffsetDateTime.class).toInstant(),
                now.get(1, OffsetDateTime.class).toInstant(),
                cluster(),
                settings,
                tablespaces(gaps),
                databases,
                relations,
                new WorkloadReader(sql, columns, "on".equals(settings.get("track_wal_io_timing"))).read(),
                busySessions,
                gaps);
    }

    @Override
    public int busySessions() {
        var activity = PG_STAT_ACTIVITY;
        return sql.selectCount()
                .from(activity)
                .where(activity.BACKEND_TYPE.eq("client backend"))
                .and(activity.PID.ne(field("pg_catalog.pg_backend_pid()", Integer.class)))
                .and(activity.STATE
                        .ne("idle")
                        .or(activity.STATE_CHANGE.gt(
                                field("pg_catalog.clock_timestamp() - interval '1 second'", OffsetDateTime.class))))
                .fetchSingle(0, int.class);
    }

    /** The cluster that the connection reaches; the identifier is that of {@code pg_control_system()}. */
    public Cluster cluster() {
        Record row = sql.select(
                        field("(select system_identifier::text from pg_catalog.pg_control_system())", String.class),
                        field("pg_catalog.current_setting('server_version_num')::int", Integer.class))
                .fetchSingle();
        return new Cluster(row.get(0, String.class), new ServerVersion(row.get(1, Integer.class)));
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        sql.select(PG_SETTINGS.NAME, PG_SETTINGS.SETTING, PG_SETTINGS.UNIT)
                .from(PG_SETTINGS)
                .where(PG_SETTINGS.NAME.in(SETTINGS))
                .forEach(row -> settings.put(
                        row.value1(), row.value3() == null ? row.value2() : row.value2() + " x " + row.value3()));
        return settings;
    }

    private List<Database> databases() {
        return sql.select(PG_DATABASE.OID, PG_DATABASE.DATNAME, PG_TABLESPACE.SPCNAME, PG_STAT_DATABASE.STATS_RESET)
                .from(PG_DATABASE)
                .join(PG_TABLESPACE)
                .on(PG_TABLESPACE.OID.eq(PG_DATABASE.DATTABLESPACE))
                .leftJoin(PG_STAT_DATABASE)
                .on(PG_STAT_DATABASE.DATID.eq(PG_DATABASE.OID))
                .where(PG_DATABASE.DATALLOWCONN)
                .and(PG_DATABASE.DATISTEMPLATE.isFalse())
                .orderBy(PG_DATABASE.DATNAME)
                .fetch(row -> new Database(row.value2(), row.value1(), row.value3(), instant(row.value4())));
    }

    private static @org.jspecify.annotations.Nullable Instant instant(
            @org.jspecify.annotations.Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    private List<RelationActivity> relations(Database database, List<String> gaps) {
        try (Connection own = connector.open(database.name(), "pgstow collect")) {
            return new RelationReader(DSL.using(own, SQLDialect.POSTGRES), database.name()).read();
        } catch (PgstowException e) {
            if (database.name().equals(connector.database())) {
                throw e;
            }
            gaps.add("database '" + database.name() + "' was not read: " + e.getMessage());
            return List.of();
        } catch (SQLException e) {
            throw new PgstowException(
                    ErrorCode.CANNOT_CONNECT, "the connection was lost: " + e.getMessage(), "Try again.", e);
        }
    }

    private List<Tablespace> tablespaces(List<String> gaps) {
        List<Tablespace> tablespaces = new TablespaceReader(connector).read();
        if (tablespaces.stream().anyMatch(tablespace -> tablespace.location().isEmpty())) {
            gaps.add("this role may not see where pg_default lies: grant it pg_monitor");
        }
        return tablespaces;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // a connection that cannot be closed is gone already
        }
    }
}
