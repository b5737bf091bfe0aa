package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Tablespace;
import java.util.List;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SelectJoinStep;
import org.jooq.impl.DSL;

/** The cluster's tablespaces with what they hold. Takes no relation lock: it never waits behind a move. */
final class TablespaceSizes {
    /** {@code pg_tablespace_size} is an error for a role that may not see it. */
    private static final Field<Long> SIZE = DSL.field(
                    "case when {0} = {1} or has_tablespace_privilege({0}, 'CREATE')"
                            + " or pg_has_role('pg_read_all_stats', 'USAGE') then pg_tablespace_size({0}) end",
                    Long.class, PG_TABLESPACE.OID, PG_DATABASE.DATTABLESPACE)
            .as("size");

    private TablespaceSizes() {}

    static List<Tablespace> all(DSLContext sql) {
        return select(sql)
                .where(PG_TABLESPACE.SPCNAME.ne("pg_global"))
                .orderBy(PG_TABLESPACE.SPCNAME)
                .fetch(row -> new Tablespace(
                        row.get(PG_TABLESPACE.SPCNAME), row.get(PG_TABLESPACE.OID), "", new ByteSize(size(row))));
    }

    static Optional<ByteSize> used(DSLContext sql, String name) {
        return select(sql).where(PG_TABLESPACE.SPCNAME.eq(name)).fetchOptional(row -> new ByteSize(size(row)));
    }

    private static SelectJoinStep<? extends Record> select(DSLContext sql) {
        return sql.select(PG_TABLESPACE.OID, PG_TABLESPACE.SPCNAME, SIZE)
                .from(PG_TABLESPACE)
                .join(PG_DATABASE)
                .on(PG_DATABASE.DATNAME.eq(DSL.field("current_database()", String.class)));
    }

    private static long size(Record row) {
        Long size = row.get(SIZE);
        return size == null ? 0 : size;
    }
}
