package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_STAT_DATABASE;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/** The blocks that a database has read so far, for a difference around a run. */
final class BlockReads {
    /**
     * A session's counters are sent when it ends, shortly after its client is gone, and a server before 15 writes them out
     * at most every half second.
     */
    private static final long FLUSH_MILLIS = 700;

    private final Connector connector;
    private final String database;

    BlockReads(Connector connector, String database) {
        this.connector = Objects.requireNonNull(connector, "connector");
        this.database = Objects.requireNonNull(database, "database");
    }

    /** Waits until what sessions that have ended did is counted. */
    void settle() {
        try {
            Thread.sleep(FLUSH_MILLIS);
        } catch (InterruptedException e) {
            throw WorkloadFailure.interrupted();
        }
    }

    /** {@code pg_stat_database.blks_read}. */
    long read() {
        try (Connection connection = connector.open(database, WorkloadSession.APPLICATION_NAME)) {
            return DSL.using(connection, SQLDialect.POSTGRES)
                    .select(PG_STAT_DATABASE.BLKS_READ)
                    .from(PG_STAT_DATABASE)
                    .where(PG_STAT_DATABASE.DATNAME.eq(database))
                    .fetchSingle(PG_STAT_DATABASE.BLKS_READ);
        } catch (SQLException e) {
            throw WorkloadFailure.statement("cannot read pg_stat_database", e);
        }
    }
}
