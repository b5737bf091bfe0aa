package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_REPLICATION_SLOTS;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_REPLICATION;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.selectOne;

import java.util.ArrayList;
import java.util.List;
import org.jooq.DSLContext;

/** Standbys that stream from this primary now, by the names they give themselves. */
final class ConnectedStandbys {
    /** Receives WAL but cannot be asked anything. */
    private static final String RECEIVER = "pg_receivewal";

    private ConnectedStandbys() {}

    /** Subscribers and backups are none. Empty names where this role may not see them. */
    static List<String> names(DSLContext sql) {
        var replication = PG_STAT_REPLICATION;
        return new ArrayList<>(sql.select(coalesce(replication.APPLICATION_NAME, inline("")))
                .from(replication)
                .where(coalesce(replication.STATE, inline("streaming")).in("startup", "catchup", "streaming"))
                .and(coalesce(replication.APPLICATION_NAME, inline("")).ne(RECEIVER))
                .and(notExists(selectOne()
                        .from(PG_REPLICATION_SLOTS)
                        .where(PG_REPLICATION_SLOTS.ACTIVE_PID.eq(replication.PID))
                        .and(PG_REPLICATION_SLOTS.SLOT_TYPE.eq(inline("logical")))))
                .orderBy(replication.APPLICATION_NAME)
                .fetch(row -> row.value1()));
    }
}
