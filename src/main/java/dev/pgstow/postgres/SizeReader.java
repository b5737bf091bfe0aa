package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_LOCKS;
import static org.jooq.impl.DSL.currentCatalog;
import static org.jooq.impl.DSL.function;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.notExists;
import static org.jooq.impl.DSL.selectOne;
import static org.jooq.impl.DSL.when;

import dev.pgstow.model.ByteSize;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record3;
import org.jooq.ResultQuery;
import org.jooq.SQLDialect;
import org.jooq.SelectConditionStep;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/**
 * Reads the sizes of all relations of one database without ever waiting long for a lock. {@code pg_table_size} takes an
 * ACCESS SHARE lock and so would hang behind somebody's ALTER TABLE: relations on which an ACCESS EXCLUSIVE lock is held
 * or waited for are left out, and a timeout for each lock guards against one that comes in between; then it looks again.
 */
final class SizeReader {
    private static final Duration LOCK = Duration.ofMillis(500);
    private static final Duration ALL = Duration.ofMinutes(5);
    private static final int ATTEMPTS = 3;
    private static final int FETCH = 5000;
    /** OIDs of the schemas that initdb makes are below. */
    private static final long FIRST_OF_USERS = 100;

    private final Connection connection;
    private final DSLContext sql;

    /**
     * Bytes of a relation.
     *
     * @param all of all forks, for a table with TOAST
     * @param toast the part of TOAST in it
     */
    record Size(ByteSize all, ByteSize toast) {}

    SizeReader(Connection connection) {
        this.connection = connection;
        this.sql = DSL.using(connection, SQLDialect.POSTGRES);
    }

    /** Of all relations, by OID. One that could not be measured is not in the map. Ends the transaction. */
    Map<Long, Size> read() throws SQLException {
        return read(query(sql));
    }

    /** Of these relations. */
    Map<Long, Size> read(Collection<Long> oids) throws SQLException {
        return read(query(sql).and(PG_CLASS.OID.eq(DSL.any(oids.toArray(Long[]::new)))));
    }

    private Map<Long, Size> read(ResultQuery<Record3<Long, Long, Long>> query) throws SQLException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                sql.execute("set local lock_timeout = '" + LOCK.toMillis() + "ms'");
                sql.execute("set local statement_timeout = '" + ALL.toMillis() + "ms'");
                return sizes(query);
            } catch (DataAccessException e) {
                if (!SqlState.of(e).isTimeout()) {
                    throw e;
                }
            } finally {
                connection.rollback();
            }
        }
        return Map.of();
    }

    private static Map<Long, Size> sizes(ResultQuery<Record3<Long, Long, Long>> query) {
        Map<Long, Size> sizes = new HashMap<>();
        try (var cursor = query.fetchSize(FETCH).fetchLazy()) {
            for (Record3<Long, Long, Long> row : cursor) {
                if (row.value2() != null) {
                    ByteSize part = row.value3() == null ? ByteSize.ZERO : new ByteSize(row.value3());
                    sizes.put(row.value1(), new Size(new ByteSize(row.value2()), part));
                }
            }
        }
        return sizes;
    }

    static SelectConditionStep<Record3<Long, Long, Long>> query(DSLContext sql) {
        Field<Long> all = function(name("pg_catalog", "pg_table_size"), Long.class, PG_CLASS.OID);
        Field<Long> toast = when(
                        PG_CLASS.RELTOASTRELID.ne(inline(0L)),
                        function(name("pg_catalog", "pg_total_relation_size"), Long.class, PG_CLASS.RELTOASTRELID))
                .as("toast");
        return sql.select(PG_CLASS.OID, all, toast)
                .from(PG_CLASS)
                .where(PG_CLASS.RELKIND.in("r", "m", "i"))
                .and(PG_CLASS.RELPERSISTENCE.ne("t"))
                .and(PG_CLASS.RELNAMESPACE.ge(inline(FIRST_OF_USERS)).or(PG_CLASS.RELNAME.like("pg\\_largeobject%")))
                .and(notLocked());
    }

    /** Neither the relation nor, for an index, its table is being locked exclusively. */
    private static Condition notLocked() {
        return notExists(selectOne()
                        .from(PG_LOCKS)
                        .where(PG_LOCKS.RELATION.eq(PG_CLASS.OID))
                        .and(exclusive()))
                .and(notExists(selectOne()
                        .from(PG_LOCKS)
                        .join(PG_INDEX)
                        .on(PG_INDEX.INDRELID.eq(PG_LOCKS.RELATION))
                        .where(PG_INDEX.INDEXRELID.eq(PG_CLASS.OID))
                        .and(exclusive())));
    }

    private static Condition exclusive() {
        return PG_LOCKS.MODE
                .eq(inline("AccessExclusiveLock"))
                .and(PG_LOCKS.DATABASE.eq(
                        DSL.select(PG_DATABASE.OID).from(PG_DATABASE).where(PG_DATABASE.DATNAME.eq(currentCatalog()))));
    }
}
