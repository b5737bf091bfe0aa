package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_ATTRIBUTE;
import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_NAMESPACE;

import dev.pgstow.postgres.catalog.PgCatalog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.impl.CustomField;
import org.jooq.impl.DSL;

/**
 * Which of the declared catalog columns the server at hand really has. Views such as pg_stat_io and their columns came and
 * went between 13 and 18, so queries are built from pg_attribute and not from the version number alone.
 */
public final class CatalogColumns {
    private final Map<String, Set<String>> columns;

    private CatalogColumns(Map<String, Set<String>> columns) {
        this.columns = columns;
    }

    /** Reads pg_attribute: one query, to be made once for each connection. */
    public static CatalogColumns read(DSLContext sql) {
        List<String> declared =
                PgCatalog.PG_CATALOG.getTables().stream().map(Table::getName).toList();
        return new CatalogColumns(sql
                .select(PG_CLASS.RELNAME, PG_ATTRIBUTE.ATTNAME)
                .from(PG_ATTRIBUTE)
                .join(PG_CLASS)
                .on(PG_CLASS.OID.eq(PG_ATTRIBUTE.ATTRELID))
                .join(PG_NAMESPACE)
                .on(PG_NAMESPACE.OID.eq(PG_CLASS.RELNAMESPACE))
                .where(PG_NAMESPACE.NSPNAME.eq("pg_catalog"))
                .and(PG_CLASS.RELNAME.in(declared))
                .and(PG_ATTRIBUTE.ATTISDROPPED.isFalse())
                .fetch()
                .stream()
                .collect(Collectors.groupingBy(
                        row -> row.value1(), Collectors.mapping(row -> row.value2(), Collectors.toUnmodifiableSet()))));
    }

    /** Whether the server has this table or view; an alias of it will do. */
    public boolean has(Table<?> table) {
        return columns.containsKey(declaredName(table));
    }

    /**
     * Whether the server has this column.
     *
     * @param field of a generated table, or of an alias of one
     */
    public boolean has(Field<?> field) {
        if (!(field instanceof TableField<?, ?> column) || column.getTable() == null) {
            throw new IllegalArgumentException("not a column of a catalog table: " + field);
        }
        return columns.getOrDefault(declaredName(column.getTable()), Set.of()).contains(field.getName());
    }

    /**
     * The column where the server has it, else a null of its type and name, so that {@code row.get(field)} works either way.
     * It can stand in a select list, in an expression and in a condition.
     */
    public <T> Field<T> orNull(Field<T> field) {
        return has(field)
                ? field
                : CustomField.of(
                        field.getUnqualifiedName(),
                        field.getDataType(),
                        context -> context.visit(DSL.castNull(field.getDataType())));
    }

    private static String declaredName(Table<?> table) {
        // an alias of a generated table is of the same class, and only the class tells what it stands for
        for (Table<?> declared : PgCatalog.PG_CATALOG.getTables()) {
            if (declared.getClass().isInstance(table)) {
                return declared.getName();
            }
        }
        throw new IllegalArgumentException("not a catalog table: " + table);
    }
}
