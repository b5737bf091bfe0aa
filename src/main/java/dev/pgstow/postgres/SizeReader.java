package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_LOCKS;
import static org.jooq.impl.DSL.function;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.selectOne;

import dev.pgstow.model.ByteSize;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.exception.DataAccessException;

/**
 * Reads the sizes of all relations of one database without ever waiting long for a lock. {@code pg_table_size} takes an
 * ACCESS SHARE lock and so would hang behind somebody's ALTER TABLE: relations on which an ACCESS EXCLUSIVE lock is held
 * or waited for are left out, and a timeout guards against one that comes in between.
 */
final class SizeReader {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final DSLContext sql;

    SizeReader(DSLContext sql) {
        this.sql = sql;
    }

    /** By OID, of all forks, for a table with TOAST. A relation that could not be measured is not in the map. */
    Map<Long, ByteSize> read() {
        Field<Long> size = function(name("pg_catalog", "pg_table_size"), Long.class, PG_CLASS.OID);
        Map<Long, ByteSize> sizes = new HashMap<>();
        sql.execute("set lock_timeout = '500ms'");
        sql.execute("set statement_timeout = '" + TIMEOUT.toMillis() + "ms'");
        try {
            for (Record2<Long, Long> row : sql.select(PG_CLASS.OID, size)
                    .from(PG_CLASS)
                    .where(PG_CLASS.RELKIND.in("r", "m", "i"))
                    .and(PG_CLASS.RELPERSISTENCE.ne("t"))
                    .and(PG_CLASS.RELNAMESPACE.ge(inline(100L)))
                    .and(notLocked())
                    .fetch()) {
                if (row.value2() != null) {
                    sizes.put(row.value1(), new ByteSize(row.value2()));
                }
            }
        } catch (DataAccessException e) {
            if (!SqlState.of(e).isTimeout()) {
                throw e;
            }
            return Map.of();
        } finally {
            sql.execute("reset lock_timeout");
            sql.execute("reset statement_timeout");
        }
        return sizes;
    }

    /** Neither the relation nor, for an index, its table, nor an index of the table is being locked exclusively. */
    private static org.jooq.Condition notLocked() {
        return notExists(selectOne()
                        .from(PG_LOCKS)
                        .where(PG_LOCKS.RELATION.eq(PG_CLASS.OID))
                        .and(PG_LOCKS.MODE.eq(inline("AccessExclusiveLock"))))
                .and(notExists(selectOne()
                        .from(PG_LOCKS)
                        .join(PG_INDEX)
                        .on(PG_INDEX.INDRELID.eq(PG_LOCKS.RELATION))
                        .where(PG_INDEX.INDEXRELID.eq(PG_CLASS.OID))
                        .and(PG_LOCKS.MODE.eq(inline("AccessExclusiveLock")))));
    }
}
