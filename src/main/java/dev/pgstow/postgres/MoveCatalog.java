package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_AM;
import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_DEPEND;
import static dev.pgstow.postgres.catalog.Tables.PG_EXTENSION;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_NAMESPACE;
import static dev.pgstow.postgres.catalog.Tables.PG_ROLES;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_PROGRESS_CREATE_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;

import dev.pgstow.migrate.Leftover;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Persistence;
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
    private static final PgClass TABLE = PG_CLASS.as("t");
    private static final PgNamespace TABLE_SCHEMA = PG_NAMESPACE.as("tn");

    private final DSLContext sql;
    private final String database;

    MoveCatalog(DSLContext sql, String database) {
        this.sql = sql;
        this.database = database;
    }

    Optional<Relation> find(RelationName name) {
        return sql.select(
                        PG_CLASS.OID,
                        PG_CLASS.RELKIND,
                        PG_CLASS.RELPERSISTENCE,
                        PG_CLASS.RELPAGES,
                        PG_CLASS.RELTUPLES,
                        PG_TABLESPACE.SPCNAME,
                        PG_ROLES.ROLNAME,
                        PG_AM.AMNAME,
                        PG_EXTENSION.EXTNAME,
                        PG_INDEX.INDISVALID,
                        PG_INDEX.INDISPRIMARY,
                        PG_INDEX.INDISUNIQUE,
                        PG_INDEX.INDISEXCLUSION,
                        PG_INDEX.INDIMMEDIATE,
                        TABLE_SCHEMA.NSPNAME,
                        TABLE.RELNAME)
                .from(PG_CLASS)
                .join(PG_NAMESPACE)
                .on(PG_NAMESPACE.OID.eq(PG_CLASS.RELNAMESPACE))
                .join(PG_DATABASE)
                .on(PG_DATABASE.DATNAME.eq(database))
                .join(PG_TABLESPACE)
                .on(PG_TABLESPACE.OID.eq(effectiveTablespace()))
                .leftJoin(PG_ROLES)
                .on(PG_ROLES.OID.eq(PG_CLASS.RELOWNER))
                .leftJoin(PG_AM)
                .on(PG_AM.OID.eq(PG_CLASS.RELAM))
                .leftJoin(PG_INDEX)
                .on(PG_INDEX.INDEXRELID.eq(PG_CLASS.OID))
                .leftJoin(TABLE)
                .on(TABLE.OID.eq(PG_INDEX.INDRELID))
                .leftJoin(TABLE_SCHEMA)
                .on(TABLE_SCHEMA.OID.eq(TABLE.RELNAMESPACE))
                .leftJoin(PG_DEPEND)
                .on(memberOfExtension())
                .leftJoin(PG_EXTENSION)
                .on(PG_EXTENSION.OID.eq(PG_DEPEND.REFOBJID))
                .where(PG_NAMESPACE.NSPNAME.eq(name.schema()))
                .and(PG_CLASS.RELNAME.eq(name.name()))
                .and(PG_CLASS.RELKIND.in("r", "i", "m", "p", "I"))
                .and(PG_CLASS.RELPERSISTENCE.ne("t"))
                .fetchOptional()
                .map(row -> relation(name, row));
    }

    /** Zero in {@code reltablespace} stands for the database's default, which need not be {@code pg_default}. */
    private static Field<Long> effectiveTablespace() {
        return DSL.coalesce(DSL.nullif(PG_CLASS.RELTABLESPACE, 0L), PG_DATABASE.DATTABLESPACE);
    }

    private static Condition memberOfExtension() {
        return PG_DEPEND
                .DEPTYPE
                .eq("e")
                .and(PG_DEPEND.CLASSID.eq(DSL.field("'pg_catalog.pg_class'::regclass::oid", Long.class)))
                .and(PG_DEPEND.OBJID.eq(DSL.coalesce(PG_INDEX.INDRELID, PG_CLASS.OID)));
    }

    private Relation relation(RelationName name, Record row) {
        RelationKind kind = RelationKind.of(row.get(PG_CLASS.RELKIND));
        Optional<ByteSize> exact = kind.hasStorage() ? exactSize(row.get(PG_CLASS.OID)) : Optional.of(ByteSize.ZERO);
        return new Relation(
                name,
                kind,
                row.get(PG_CLASS.OID),
                row.get(PG_TABLESPACE.SPCNAME),
                exact.orElseGet(() -> ByteSize.ofBlocks(row.get(PG_CLASS.RELPAGES))),
                exact.isPresent(),
                Persistence.of(row.get(PG_CLASS.RELPERSISTENCE)),
                String.valueOf(row.get(PG_ROLES.ROLNAME)),
                String.valueOf(row.get(PG_AM.AMNAME)),
                row.get(PG_CLASS.RELTUPLES),
                kind.isIndex() ? indexFacts(row) : null,
                row.get(PG_EXTENSION.EXTNAME));
    }

    private IndexFacts indexFacts(Record row) {
        return new IndexFacts(
                new RelationName(database, row.get(TABLE_SCHEMA.NSPNAME), row.get(TABLE.RELNAME)),
                row.get(PG_INDEX.INDISVALID),
                row.get(PG_INDEX.INDISPRIMARY),
                row.get(PG_INDEX.INDISUNIQUE),
                row.get(PG_INDEX.INDISEXCLUSION),
                !row.get(PG_INDEX.INDIMMEDIATE));
    }

    /** Empty when a lock is in the way, which it is while somebody moves the relation, or when it is gone. */
    private Optional<ByteSize> exactSize(long oid) {
        try {
            @Nullable
            Long bytes = sql.select(DSL.field("pg_table_size({0}::oid)", Long.class, DSL.val(oid)))
                    .fetchSingle()
                    .value1();
            return Optional.ofNullable(bytes).map(ByteSize::new);
        } catch (DataAccessException e) {
            if (e.sqlState().equals("55P03") || e.sqlState().equals("57014")) {
                return Optional.empty();
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
