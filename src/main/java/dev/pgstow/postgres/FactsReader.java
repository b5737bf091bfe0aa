package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_CONSTRAINT;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_DEPEND;
import static dev.pgstow.postgres.catalog.Tables.PG_EXTENSION;
import static dev.pgstow.postgres.catalog.Tables.PG_INHERITS;
import static dev.pgstow.postgres.catalog.Tables.PG_NAMESPACE;
import static dev.pgstow.postgres.catalog.Tables.PG_ROLES;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.currentCatalog;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.sum;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Relation;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * Reads what the catalog says of the relations of one database, in two queries whatever their number; their sizes are added by
 * {@link KnownSizes}. Temporary relations and those of the system schemas are left out; TOAST belongs to its table.
 */
final class FactsReader {
    /** Rows that the driver holds at once. */
    private static final int FETCH = 2000;

    private final DSLContext sql;
    private final RelationQuery query;

    /** @param sql in a transaction: without one the driver fetches all rows at once */
    FactsReader(DSLContext sql, String database) {
        this.sql = sql;
        this.query = new RelationQuery(database);
    }

    /** By OID. */
    Map<Long, Relation> all() {
        return read(DSL.noCondition());
    }

    /** Of these relations. */
    Map<Long, Relation> of(Collection<Long> oids) {
        return oids.isEmpty() ? Map.of() : read(PG_CLASS.OID.eq(DSL.any(oids.toArray(Long[]::new))));
    }

    /**
     * Another value when that part of a relation's facts may have changed which its own rows in {@code pg_class} and {@code pg_index}
     * do not hold: names of schemas, tablespaces and roles, what the database's default tablespace is, partitions, foreign keys, members
     * of extensions.
     */
    List<Object> versionOfTheRest() {
        Record row = sql.select(
                        field(select(PG_DATABASE.OID)
                                .from(PG_DATABASE)
                                .where(PG_DATABASE.DATNAME.eq(currentCatalog()))),
                        field(select(PG_DATABASE.DATTABLESPACE)
                                .from(PG_DATABASE)
                                .where(PG_DATABASE.DATNAME.eq(currentCatalog()))),
                        field(select(field(
                                        "pg_catalog.md5(pg_catalog.string_agg({0} || ' ' || {1}, ',' order by {0}))",
                                        String.class, PG_ROLES.OID, PG_ROLES.ROLNAME))
                                .from(PG_ROLES)))
                .select(rows(PG_NAMESPACE, PG_NAMESPACE.XMIN, DSL.noCondition()))
                .select(rows(PG_TABLESPACE, PG_TABLESPACE.XMIN, DSL.noCondition()))
                .select(rows(PG_INHERITS, PG_INHERITS.XMIN, DSL.noCondition()))
                .select(rows(PG_EXTENSION, PG_EXTENSION.XMIN, DSL.noCondition()))
                .select(rows(PG_CONSTRAINT, PG_CONSTRAINT.XMIN, PG_CONSTRAINT.CONTYPE.eq(inline("f"))))
                .select(rows(PG_DEPEND, PG_DEPEND.XMIN, RelationQuery.ofExtensions()))
                .fetchSingle();
        return row.intoList();
    }

    /** How many rows there are and the sum of their {@code xmin}: each change of a row gives it another one. */
    private static List<Field<?>> rows(Table<?> catalog, Field<Long> xmin, Condition which) {
        Field<Long> number = field("{0}::text::bigint", Long.class, xmin);
        return List.of(
                field(select(count()).from(catalog).where(which)),
                field(select(sum(number)).from(catalog).where(which)));
    }

    private Map<Long, Relation> read(Condition which) {
        Map<Long, Relation> relations = new HashMap<>();
        for (ResultQuery<?> rows : List.of(tables(sql, which), indexes(sql, which))) {
            try (var cursor = rows.fetchSize(FETCH).fetchLazy()) {
                cursor.forEach(row -> relations.put(row.get(PG_CLASS.OID), query.relation(row, null, ByteSize.ZERO)));
            }
        }
        return relations;
    }

    static ResultQuery<?> tables(DSLContext sql, Condition which) {
        return sql.select(RelationQuery.fields())
                .from(RelationQuery.tables())
                .where(PG_CLASS.RELKIND.in("r", "m", "p"))
                .and(RelationQuery.ofUsers())
                .and(which);
    }

    static ResultQuery<?> indexes(DSLContext sql, Condition which) {
        return sql.select(RelationQuery.fields())
                .select(RelationQuery.indexFields())
                .from(RelationQuery.indexes())
                .where(PG_CLASS.RELKIND.in("i", "I"))
                .and(RelationQuery.ofUsers())
                .and(which);
    }
}
