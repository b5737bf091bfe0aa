package dev.pgstow.postgres;

import static org.jooq.impl.DSL.field;

import dev.pgstow.model.Counters;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
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

    /** Counters of reads by OID; relations that were never read there have none. */
    Map<Long, Counters> read(String of) {
        try (Connection connection = connector.open(of, APPLICATION)) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            Map<Long, Counters> counters = new HashMap<>();
            CounterReader.read(DSL.using(connection, SQLDialect.POSTGRES)).forEach((oid, counted) -> {
                Counters reads = reads(counted.counters());
                if (!reads.equals(Counters.ZERO)) {
                    counters.put(oid, reads);
                }
            });
            connection.rollback();
            return counters;
        } catch (SQLException e) {
            throw lost(e);
        }
    }

    /** What a standby replays is written by the primary. */
    private static Counters reads(Counters all) {
        return new Counters(
                all.blocksRead(),
                all.blocksHit(),
                all.sequentialScans(),
                all.sequentialTuples(),
                all.indexScans(),
                all.tuplesFetched(),
                0,
                0,
                0,
                0);
    }

    private static PgstowException refused(String message, String hint) {
        return new PgstowException(ErrorCode.REFUSED, message, hint);
    }

    private PgstowException lost(SQLException e) {
        return new PgstowException(
                ErrorCode.CANNOT_CONNECT, "lost the connection to standby '" + name() + "': " + e.getMessage(), "", e);
    }
}
