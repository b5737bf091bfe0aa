package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_STATIO_ALL_INDEXES;
import static dev.pgstow.postgres.catalog.Tables.PG_STATIO_ALL_TABLES;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ALL_INDEXES;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ALL_TABLES;
import static org.jooq.impl.DSL.field;

import dev.pgstow.model.Counters;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/** Reads the counters of a standby: its relations are those of the primary, under the same OIDs. */
final class StandbyReader {
    private static final String APPLICATION = "pgstow collect";

    private final Connector connector;
    private final String database;

    /** @param database that exists on the primary, and so here */
    StandbyReader(Connector connector, String database) {
        this.connector = connector;
        this.database = database;
    }

    /** Host and port as they were given. */
    String name() {
        return connector.settings().host() + ":" + connector.settings().port();
    }

    /**
     * What the standby calls itself to its primary: application_name of primary_conninfo, else cluster_name, else
     * {@code walreceiver} (PostgreSQL documentation, "cluster_name").
     *
     * @throws PgstowException (refused) when it is a standby of another cluster, or none
     */
    String applicationName(String systemIdentifier) {
        try (Connection connection = connector.open(database, APPLICATION)) {
            Record row = DSL.using(connection, SQLDialect.POSTGRES)
                    .select(
                            field("pg_catalog.pg_is_in_recovery()", Boolean.class),
                            field("(select system_identifier::text from pg_catalog.pg_control_system())", String.class),
                            field(
                                    "coalesce((select substring(setting from 'application_name=''?([^'' ]+)')"
                                            + " from pg_catalog.pg_settings where name = 'primary_conninfo'),"
                                            + " nullif(pg_catalog.current_setting('cluster_name'), ''), 'walreceiver')",
                                    String.class))
                    .fetchSingle();
            if (!row.get(1, String.class).equals(systemIdentifier)) {
                throw refused(
                        "standby '" + name() + "' is of cluster '" + row.get(1) + "', the primary of '"
                                + systemIdentifier + "'",
                        "Name a standby of this primary with --standby.");
            }
            if (!row.get(0, Boolean.class)) {
                throw refused(
                        "'" + name() + "' is not a standby but a primary",
                        "Connect to the primary with -h and -p alone.");
            }
            return row.get(2, String.class);
        } catch (SQLException e) {
            throw lost(e);
        }
    }

    /** Counters of reads by OID. */
    Map<Long, Counters> read(String of) {
        try (Connection connection = connector.open(of, APPLICATION)) {
            DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES);
            Map<Long, Counters> counters = new HashMap<>();
            readTables(sql, counters);
            readIndexes(sql, counters);
            return counters;
        } catch (SQLException e) {
            throw lost(e);
        }
    }

    private static void readTables(DSLContext sql, Map<Long, Counters> into) {
        var io = PG_STATIO_ALL_TABLES;
        var stat = PG_STAT_ALL_TABLES;
        sql.select(io.RELID, io.HEAP_BLKS_READ, io.TOAST_BLKS_READ, io.TIDX_BLKS_READ)
                .select(io.HEAP_BLKS_HIT, io.TOAST_BLKS_HIT, io.TIDX_BLKS_HIT)
                .select(stat.SEQ_SCAN, stat.SEQ_TUP_READ, stat.IDX_SCAN, stat.IDX_TUP_FETCH)
                .from(io)
                .join(stat)
                .on(stat.RELID.eq(io.RELID))
                .forEach(row -> put(
                        into,
                        row.get(io.RELID),
                        number(row, io.HEAP_BLKS_READ)
                                + number(row, io.TOAST_BLKS_READ)
                                + number(row, io.TIDX_BLKS_READ),
                        number(row, io.HEAP_BLKS_HIT) + number(row, io.TOAST_BLKS_HIT) + number(row, io.TIDX_BLKS_HIT),
                        number(row, stat.SEQ_SCAN),
                        number(row, stat.SEQ_TUP_READ),
                        number(row, stat.IDX_SCAN),
                        number(row, stat.IDX_TUP_FETCH)));
    }

    private static void readIndexes(DSLContext sql, Map<Long, Counters> into) {
        var io = PG_STATIO_ALL_INDEXES;
        var stat = PG_STAT_ALL_INDEXES;
        sql.select(io.INDEXRELID, io.IDX_BLKS_READ, io.IDX_BLKS_HIT, stat.IDX_SCAN, stat.IDX_TUP_FETCH)
                .from(io)
                .join(stat)
                .on(stat.INDEXRELID.eq(io.INDEXRELID))
                .forEach(row -> put(
                        into,
                        row.get(io.INDEXRELID),
                        number(row, io.IDX_BLKS_READ),
                        number(row, io.IDX_BLKS_HIT),
                        0,
                        0,
                        number(row, stat.IDX_SCAN),
                        number(row, stat.IDX_TUP_FETCH)));
    }

    /** Relations that were never read there need no entry. */
    private static void put(
            Map<Long, Counters> into,
            long oid,
            long read,
            long hit,
            long scans,
            long scanned,
            long indexScans,
            long fetched) {
        if (read + hit + scans + indexScans > 0) {
            into.put(oid, new Counters(read, hit, scans, scanned, indexScans, fetched, 0, 0, 0, 0));
        }
    }

    private static long number(Record row, Field<Long> field) {
        return Objects.requireNonNullElse(row.get(field), 0L);
    }

    private static PgstowException refused(String message, String hint) {
        return new PgstowException(ErrorCode.REFUSED, message, hint);
    }

    private PgstowException lost(SQLException e) {
        return new PgstowException(
                ErrorCode.CANNOT_CONNECT, "lost the connection to standby '" + name() + "': " + e.getMessage(), "", e);
    }
}
