package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_REPLICATION_SLOTS;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;

import dev.pgstow.migrate.ServerFacts;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.ServerVersion;
import java.util.HashSet;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/** What preflight must know of the server as a whole. */
final class ServerFactsReader {
    private final MoveConnections connections;
    private final DSLContext sql;

    ServerFactsReader(MoveConnections connections) {
        this.connections = connections;
        this.sql = connections.control().sql();
    }

    ServerFacts read() {
        return new ServerFacts(
                new Cluster(
                        value("(select system_identifier::text from pg_control_system())", String.class),
                        new ServerVersion(value("current_setting('server_version_num')::int", Integer.class))),
                value("version()", String.class),
                value("pg_is_in_recovery()", Boolean.class),
                connections.control().direct(),
                value("current_user::text", String.class),
                new HashSet<>(sql.select(PG_DATABASE.DATNAME)
                        .from(PG_DATABASE)
                        .where(PG_DATABASE.DATALLOWCONN)
                        .fetch(PG_DATABASE.DATNAME)),
                new HashSet<>(
                        sql.select(PG_TABLESPACE.SPCNAME).from(PG_TABLESPACE).fetch(PG_TABLESPACE.SPCNAME)),
                sql.select(PG_REPLICATION_SLOTS.SLOT_NAME)
                        .from(PG_REPLICATION_SLOTS)
                        .where(PG_REPLICATION_SLOTS.ACTIVE.isFalse())
                        .and(PG_REPLICATION_SLOTS.RESTART_LSN.isNotNull())
                        .orderBy(PG_REPLICATION_SLOTS.SLOT_NAME)
                        .fetch(PG_REPLICATION_SLOTS.SLOT_NAME),
                connections.overridden());
    }

    private <T> T value(String expression, Class<T> type) {
        return sql.select(DSL.field(expression, type)).fetchSingle().value1();
    }
}
