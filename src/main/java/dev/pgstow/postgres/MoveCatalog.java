package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_NAMESPACE;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_PROGRESS_CREATE_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;

import dev.pgstow.migrate.Leftover;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.postgres.catalog.tables.PgClass;
import dev.pgstow.postgres.catalog.tables.PgNamespace;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** One relation at a time as one database's catalog has it now. Its session must not wait: it has short timeouts. */
final class MoveCatalog {
    private static final Pattern LEFTOVER = Pattern.compile("(.+)_cc(?:new|old)\\d*", Pattern.DOTALL);

    private final DSLContext sql;
    private final String database;

    MoveCatalog(DSLContext sql, String database) {
        this.sql = sql;
        this.database = database;
    }

    Optional<Relation> find(RelationName name) {
        Condition named = PG_NAMESPACE
                .NSPNAME
                .eq(name.schema())
                .and(PG_CLASS.RELNAME.eq(name.name()))
                .and(PG_CLASS.RELPERSISTENCE.ne("t"));
        return sql.select(RelationQuery.fields())
                .from(RelationQuery.tables())
                .where(named.and(PG_CLASS.RELKIND.in("r", "m", "p")))
                .fetchOptional()
                .or(() -> sql.select(RelationQuery.fields())
                        .select(RelationQuery.indexFields())
                        .from(RelationQuery.indexes())
                        .where(named.and(PG_CLASS.RELKIND.in("i", "I")))
                        .fetchOptional())
                .map(this::relation);
    }

    private Relation relation(Record row) {
        boolean stored = RelationKind.of(row.get(PG_CLASS.RELKIND)).hasStorage();
        return new RelationQuery(database)
                .relation(row, stored ? exactSize(row.get(PG_CLASS.OID)) : ByteSize.ZERO, ByteSize.ZERO);
    }

    /** Null when a lock is in the way, which it is while somebody moves the relation, or when it is gone. */
    private @Nullable ByteSize exactSize(long oid) {
        try {
            @Nullable
            Long bytes = sql.select(DSL.field("pg_table_size({0}::oid)", Long.class, DSL.val(oid)))
                    .fetchSingle()
                    .value1();
            return bytes == null ? null : new ByteSize(bytes);
        } catch (DataAccessException e) {
            if (SqlState.of(e).isTimeout()) {
                return null;
            }
            throw e;
        }
    }

    /** Invalid indexes that a concurrent rebuild of this one left; none while a rebuild runs on its table. */
    List<Leftover> leftovers(RelationName index) {
        PgClass leftover = PG_CLASS.as("l");
        PgNamespace schema = PG_NAMESPACE.as("ln");
        var other = PG_INDEX.as("li");
        Field<String> tablespace = PG_TABLESPACE.SPCNAME;
        return sql
                .select(schema.NSPNAME, leftover.RELNAME, leftover.OID, tablespace)
                .from(PG_CLASS)
                .join(PG_NAMESPACE)
                .on(PG_NAMESPACE.OID.eq(PG_CLASS.RELNAMESPACE))
                .join(PG_INDEX)
                .on(PG_INDEX.INDEXRELID.eq(PG_CLASS.OID))
                .join(other)
                .on(other.INDRELID.eq(PG_INDEX.INDRELID))
                .and(other.INDISVALID.isFalse())
                .join(leftover)
                .on(leftover.OID.eq(other.INDEXRELID))
                .join(schema)
                .on(schema.OID.eq(leftover.RELNAMESPACE))
                .join(PG_DATABASE)
                .on(PG_DATABASE.DATNAME.eq(database))
                .join(PG_TABLESPACE)
                .on(PG_TABLESPACE.OID.eq(
                        DSL.coalesce(DSL.nullif(leftover.RELTABLESPACE, 0L), PG_DATABASE.DATTABLESPACE)))
                .where(PG_NAMESPACE.NSPNAME.eq(index.schema()))
                .and(PG_CLASS.RELNAME.eq(index.name()))
                .and(DSL.notExists(DSL.selectOne()
                        .from(PG_STAT_PROGRESS_CREATE_INDEX)
                        .where(PG_STAT_PROGRESS_CREATE_INDEX.DATNAME.eq(database))
                        .and(DSL.coalesce(PG_STAT_PROGRESS_CREATE_INDEX.RELID, PG_INDEX.INDRELID)
                                .eq(PG_INDEX.INDRELID))))
                .fetch()
                .stream()
                .filter(row -> isLeftoverOf(index.name(), row.value2()))
                .map(row -> new Leftover(
                        new RelationName(database, row.value1(), row.value2()), row.value3(), row.value4()))
                .toList();
    }

    /** PostgreSQL cuts the index's name where the suffix would make it longer than an identifier may be. */
    static boolean isLeftoverOf(String index, String name) {
        Matcher matcher = LEFTOVER.matcher(name);
        return matcher.matches() && index.startsWith(matcher.group(1));
    }

    /** Whether that leftover is still there, by that name, and still invalid. */
    boolean isThere(Leftover leftover) {
        return sql.fetchExists(sql.selectOne()
                .from(PG_CLASS)
                .join(PG_INDEX)
                .on(PG_INDEX.INDEXRELID.eq(PG_CLASS.OID))
                .where(PG_CLASS.OID.eq(leftover.oid()))
                .and(PG_CLASS.RELNAME.eq(leftover.name().name()))
                .and(PG_INDEX.INDISVALID.isFalse()));
    }
}
