package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ARCHIVER;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;
import static org.jooq.impl.DSL.field;

import dev.pgstow.collect.CatalogReader;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.Database;
import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.Tablespace;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Reads snapshots through one lasting connection for the cluster, opened again when it broke, and a short one for each database. */
public final class PostgresCatalogReader implements CatalogReader, AutoCloseable {
    private final Connector connector;
    private final Standbys standbys;
    private final Supplier<@Nullable MachineCounters> machine;
    private final Map<Long, DatabaseReader.Known> known = new HashMap<>();
    private @Nullable Session session;

    /** The lasting connection. */
    private record Session(Connection connection, DSLContext sql, CatalogColumns columns) {}

    /** Of a primary alone, somewhere else. */
    public PostgresCatalogReader(Connector connector) {
        this(connector, List.of(), () -> null);
    }

    /**
     * Connects to the primary.
     *
     * @param standbys whose reads are added
     * @param machine what the server's machine counts, null where it is another one
     * @throws PgstowException (cannot-connect) when it does not answer
     */
    public PostgresCatalogReader(
            Connector connector, List<Connector> standbys, Supplier<@Nullable MachineCounters> machine) {
        this.connector = Objects.requireNonNull(connector, "connector");
        this.machine = Objects.requireNonNull(machine, "machine");
        session();
        this.standbys = new Standbys(standbys.stream()
                .map(standby -> new StandbyReader(standby, connector.database()))
                .toList());
    }

    @Override
    public Snapshot read(Sessions sessions) {
        return connected(this::snapshot, sessions);
    }

    @Override
    public Sessions sessions() {
        return connected((session, nothing) -> SessionSampler.now(session.sql), Sessions.NONE);
    }

    /** The cluster that the connection reaches; the identifier is that of {@code pg_control_system()}. */
    public Cluster cluster() {
        return cluster(session().sql);
    }

    private Snapshot snapshot(Session at, Sessions sessions) {
        DSLContext sql = at.sql;
        Set<String> gaps = new LinkedHashSet<>();
        Cluster cluster = cluster(sql);
        Map<String, String> settings = ServerSettings.read(sql);
        List<Database> databases = databases(sql);
        Map<String, StandbyReader> reading = standbys.answering(cluster, sql, gaps::add);
        List<String> expected = List.copyOf(reading.keySet());
        known.keySet().retainAll(databases.stream().map(Database::oid).toList());
        DatabaseReader reader = new DatabaseReader(connector, known, reading, gaps::add);
        Set<Long> read = new HashSet<>();
        List<RelationSample> relations = new ArrayList<>();
        for (Database database : databases) {
            reader.read(database).ifPresent(its -> {
                read.add(database.oid());
                relations.addAll(its);
            });
        }
        WorkloadReader workload = new WorkloadReader(sql, at.columns, "on".equals(settings.get("track_wal_io_timing")));
        List<DatabaseSample> samples = workload.databases(read);
        Record now = sql.select(
                        field("pg_catalog.clock_timestamp()", OffsetDateTime.class),
                        field("pg_catalog.pg_postmaster_start_time()", OffsetDateTime.class),
                        PG_STAT_ARCHIVER.STATS_RESET)
                .from(PG_STAT_ARCHIVER)
                .fetchSingle();
        return new Snapshot(
                Objects.requireNonNull(WorkloadReader.instant(now.get(0, OffsetDateTime.class))),
                Objects.requireNonNull(WorkloadReader.instant(now.get(1, OffsetDateTime.class))),
                WorkloadReader.instant(now.get(PG_STAT_ARCHIVER.STATS_RESET)),
                cluster,
                settings,
                tablespaces(sql, gaps),
                databases,
                samples,
                Standbys.only(reading.keySet(), expected, relations),
                workload.read(machine.get(), samples),
                sessions,
                List.copyOf(reading.keySet()),
                List.copyOf(gaps));
    }

    private static Cluster cluster(DSLContext sql) {
        Record row = sql.select(
                        field("(select system_identifier::text from pg_catalog.pg_control_system())", String.class),
                        field("pg_catalog.current_setting('server_version_num')::int", Integer.class))
                .fetchSingle();
        return new Cluster(row.get(0, String.class), new ServerVersion(row.get(1, Integer.class)));
    }

    /** Not the templates: while somebody is connected to one, CREATE DATABASE fails. */
    private static List<Database> databases(DSLContext sql) {
        return sql.select(PG_DATABASE.OID, PG_DATABASE.DATNAME, PG_TABLESPACE.SPCNAME, PG_STAT_DATABASE.STATS_RESET)
                .from(PG_DATABASE)
                .join(PG_TABLESPACE)
                .on(PG_TABLESPACE.OID.eq(PG_DATABASE.DATTABLESPACE))
                .leftJoin(PG_STAT_DATABASE)
                .on(PG_STAT_DATABASE.DATID.eq(PG_DATABASE.OID))
                .where(PG_DATABASE.DATALLOWCONN)
                .and(PG_DATABASE.DATISTEMPLATE.isFalse())
                .orderBy(PG_DATABASE.DATNAME)
                .fetch(row ->
                        new Database(row.value2(), row.value1(), row.value3(), WorkloadReader.instant(row.value4())));
    }

    private List<Tablespace> tablespaces(DSLContext sql, Set<String> gaps) {
        if (!sql.select(field("pg_catalog.pg_has_role('pg_read_all_stats', 'USAGE')", Boolean.class))
                .fetchSingle()
                .value1()) {
            gaps.add("this role may not see what other sessions do, nor the size of every tablespace:"
                    + " grant it pg_monitor");
            return TablespaceSizes.all(sql);
        }
        List<Tablespace> tablespaces = new TablespaceReader(connector).read();
        if (tablespaces.stream().anyMatch(tablespace -> tablespace.location().isEmpty())) {
            gaps.add("this role may not see where pg_default lies: grant it pg_monitor");
        }
        return tablespaces;
    }

    private interface Reading<T> {
        T with(Session session, Sessions sessions);
    }

    /** With the connection closed after it failed, so that the next call opens another. */
    private <T> T connected(Reading<T> reading, Sessions sessions) {
        Session at = session();
        try {
            return reading.with(at, sessions);
        } catch (DataAccessException e) {
            if (!SqlState.of(e).isLostConnection()) {
                throw e;
            }
            close();
            throw new PgstowException(
                    ErrorCode.CANNOT_CONNECT,
                    "the connection to the server was lost: "
                            + String.valueOf(
                                    e.getCause() == null
                                            ? e.getMessage()
                                            : e.getCause().getMessage()),
                    "Try again when the server is up.",
                    e);
        }
    }

    private Session session() {
        Session open = session;
        if (open == null) {
            Connection connection = connector.open(connector.database(), "pgstow collect");
            DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES);
            open = new Session(connection, sql, CatalogColumns.read(sql));
            session = open;
        }
        return open;
    }

    @Override
    public void close() {
        Session open = session;
        session = null;
        try {
            if (open != null) {
                open.connection.close();
            }
        } catch (SQLException e) {
            // a connection that cannot be closed is gone already
        }
    }
}
