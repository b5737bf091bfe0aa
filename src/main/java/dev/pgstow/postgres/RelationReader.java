package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_AM;
import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_DEPEND;
import static dev.pgstow.postgres.catalog.Tables.PG_EXTENSION;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_NAMESPACE;
import static dev.pgstow.postgres.catalog.Tables.PG_STATIO_ALL_INDEXES;
import static dev.pgstow.postgres.catalog.Tables.PG_STATIO_ALL_TABLES;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ALL_INDEXES;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ALL_TABLES;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.currentCatalog;
import static org.jooq.impl.DSL.function;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.nullif;
import static org.jooq.impl.DSL.select;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Counters;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.postgres.catalog.tables.PgClass;
import dev.pgstow.postgres.catalog.tables.PgNamespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/**
 * Reads all relations of one database with their counters, in two queries whatever their number, and their sizes in a third
 * ({@link SizeReader}). Temporary relations and those of the system schemas are left out; TOAST belongs to its table.
 */
final class RelationReader {
    private static final PgClass TABLE = PG_CLASS.as("t");
    private static final PgNamespace TABLE_SCHEMA = PG_NAMESPACE.as("tn");

    private final DSLContext sql;
    private final String database;

    RelationReader(DSLContext sql, String database) {
        this.sql = sql;
        this.database = database;
    }

    List<RelationActivity> read() {
        Map<Long, ByteSize> sizes = new SizeReader(sql).read();
        List<RelationActivity> relations = new ArrayList<>(tables(sizes));
        relations.addAll(indexes(sizes));
        return relations;
    }

    private List<RelationActivity> tables(Map<Long, ByteSize> sizes) {
        var io = PG_STATIO_ALL_TABLES;
        var stat = PG_STAT_ALL_TABLES;
        return sql.select(
                        PG_CLASS.OID,
                        PG_CLASS.RELNAME,
                        PG_NAMESPACE.NSPNAME,
                        PG_CLASS.RELKIND,
                        PG_CLASS.RELPERSISTENCE,
                        PG_CLASS.RELPAGES,
                        PG_CLASS.RELTUPLES,
                        PG_TABLESPACE.SPCNAME,
                        OWNER,
                        PG_AM.AMNAME,
                        extension(PG_CLASS.OID),
                        io.HEAP_BLKS_READ,
                        io.TOAST_BLKS_READ,
                        io.TIDX_BLKS_READ,
                        io.HEAP_BLKS_HIT,
                        io.TOAST_BLKS_HIT,
                        io.TIDX_BLKS_HIT,
                        stat.SEQ_SCAN,
                        stat.SEQ_TUP_READ,
                        stat.IDX_SCAN,
                        stat.IDX_TUP_FETCH,
                        stat.N_TUP_INS,
                        stat.N_TUP_UPD,
                        stat.N_TUP_DEL,
                        stat.N_TUP_HOT_UPD)
                .from(placed())
                .leftJoin(io)
                .on(io.RELID.eq(PG_CLASS.OID))
                .leftJoin(stat)
                .on(stat.RELID.eq(PG_CLASS.OID))
                .where(PG_CLASS.RELKIND.in("r", "m", "p"))
                .and(userRelation())
                .fetch(row -> new RelationActivity(
                        relation(row, sizes, null),
                        new Counters(
                                number(row, io.HEAP_BLKS_READ)
                                        + number(row, io.TOAST_BLKS_READ)
                                        + number(row, io.TIDX_BLKS_READ),
                                number(row, io.HEAP_BLKS_HIT)
                                        + number(row, io.TOAST_BLKS_HIT)
                                        + number(row, io.TIDX_BLKS_HIT),
                                number(row, stat.SEQ_SCAN),
                                number(row, stat.SEQ_TUP_READ),
                                number(row, stat.IDX_SCAN),
                                number(row, stat.IDX_TUP_FETCH),
                                number(row, stat.N_TUP_INS),
                                number(row, stat.N_TUP_UPD),
                                number(row, stat.N_TUP_DEL),
                                number(row, stat.N_TUP_HOT_UPD))));
    }

    private List<RelationActivity> indexes(Map<Long, ByteSize> sizes) {
        var io = PG_STATIO_ALL_INDEXES;
        var stat = PG_STAT_ALL_INDEXES;
        return sql.select(
                        PG_CLASS.OID,
                        PG_CLASS.RELNAME,
                        PG_NAMESPACE.NSPNAME,
                        PG_CLASS.RELKIND,
                        PG_CLASS.RELPERSISTENCE,
                        PG_CLASS.RELPAGES,
                        PG_CLASS.RELTUPLES,
                        PG_TABLESPACE.SPCNAME,
                        OWNER,
                        PG_AM.AMNAME,
                        extension(TABLE.OID),
                        TABLE.RELNAME,
                        TABLE_SCHEMA.NSPNAME,
                        PG_INDEX.INDISVALID,
                        PG_INDEX.INDISPRIMARY,
                        PG_INDEX.INDISUNIQUE,
                        PG_INDEX.INDISEXCLUSION,
                        PG_INDEX.INDIMMEDIATE,
                        io.IDX_BLKS_READ,
                        io.IDX_BLKS_HIT,
                        stat.IDX_SCAN,
                        stat.IDX_TUP_FETCH)
                .from(placed())
                .join(PG_INDEX)
                .on(PG_INDEX.INDEXRELID.eq(PG_CLASS.OID))
                .join(TABLE)
                .on(TABLE.OID.eq(PG_INDEX.INDRELID))
                .join(TABLE_SCHEMA)
                .on(TABLE_SCHEMA.OID.eq(TABLE.RELNAMESPACE))
                .leftJoin(io)
                .on(io.INDEXRELID.eq(PG_CLASS.OID))
                .leftJoin(stat)
                .on(stat.INDEXRELID.eq(PG_CLASS.OID))
                .where(PG_CLASS.RELKIND.in("i", "I"))
                .and(userRelation())
                .fetch(row -> new RelationActivity(
                        relation(row, sizes, facts(row)),
                        new Counters(
                                number(row, io.IDX_BLKS_READ),
                                number(row, io.IDX_BLKS_HIT),
                                0,
                                0,
                                number(row, stat.IDX_SCAN),
                                number(row, stat.IDX_TUP_FETCH),
                                0,
                                0,
                                0,
                                0)));
    }

    private static final Field<String> OWNER =
            function(name("pg_catalog", "pg_get_userbyid"), String.class, PG_CLASS.RELOWNER);

    /** pg_class with everything that says where a relation is; reltablespace 0 is the database's default tablespace. */
    private static Table<?> placed() {
        return PG_CLASS.join(PG_NAMESPACE)
                .on(PG_NAMESPACE.OID.eq(PG_CLASS.RELNAMESPACE))
                .join(PG_DATABASE)
                .on(PG_DATABASE.DATNAME.eq(currentCatalog()))
                .join(PG_TABLESPACE)
                .on(PG_TABLESPACE.OID.eq(
                        coalesce(nullif(PG_CLASS.RELTABLESPACE, inline(0L)), PG_DATABASE.DATTABLESPACE)))
                .leftJoin(PG_AM)
                .on(PG_AM.OID.eq(PG_CLASS.RELAM));
    }

    private static Condition userRelation() {
        return PG_NAMESPACE
                .NSPNAME
                .notIn("pg_catalog", "information_schema", "pg_toast")
                .and(PG_CLASS.RELPERSISTENCE.ne("t"));
    }

    private static Field<String> extension(Field<Long> oid) {
        return select(PG_EXTENSION.EXTNAME)
                .from(PG_DEPEND)
                .join(PG_EXTENSION)
                .on(PG_EXTENSION.OID.eq(PG_DEPEND.REFOBJID))
                .where(PG_DEPEND.CLASSID.eq(regclass("pg_class")))
                .and(PG_DEPEND.OBJID.eq(oid))
                .and(PG_DEPEND.OBJSUBID.eq(inline(0)))
                .and(PG_DEPEND.REFCLASSID.eq(regclass("pg_extension")))
                .and(PG_DEPEND.DEPTYPE.eq(inline("e")))
                .limit(inline(1))
                .asField("extension");
    }

    private static Field<Long> regclass(String catalog) {
        return org.jooq.impl.DSL.field("{0}::pg_catalog.regclass", Long.class, inline("pg_catalog." + catalog));
    }

    private Relation relation(Record row, Map<Long, ByteSize> sizes, @Nullable IndexFacts facts) {
        long oid = row.get(PG_CLASS.OID);
        ByteSize exact = sizes.get(oid);
        ByteSize estimate = ByteSize.ofBlocks(Math.max(0, row.get(PG_CLASS.RELPAGES)));
        RelationKind kind = RelationKind.of(row.get(PG_CLASS.RELKIND));
        return new Relation(
                new RelationName(database, row.get(PG_NAMESPACE.NSPNAME), row.get(PG_CLASS.RELNAME)),
                kind,
                oid,
                row.get(PG_TABLESPACE.SPCNAME),
                exact == null ? estimate : exact,
                exact != null || !kind.hasStorage(),
                Persistence.of(row.get(PG_CLASS.RELPERSISTENCE)),
                row.get(OWNER),
                Objects.requireNonNullElse(row.get(PG_AM.AMNAME), ""),
                row.get(PG_CLASS.RELTUPLES),
                facts,
                row.get("extension", String.class));
    }

    private IndexFacts facts(Record row) {
        return new IndexFacts(
                new RelationName(database, row.get(TABLE_SCHEMA.NSPNAME), row.get(TABLE.RELNAME)),
                row.get(PG_INDEX.INDISVALID),
                row.get(PG_INDEX.INDISPRIMARY),
                row.get(PG_INDEX.INDISUNIQUE),
                row.get(PG_INDEX.INDISEXCLUSION),
                !row.get(PG_INDEX.INDIMMEDIATE));
    }

    private static long number(Record row, Field<Long> field) {
        Long value = row.get(field);
        return value == null ? 0 : value;
    }
}
