package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;

import dev.pgstow.migrate.Rights;
import dev.pgstow.model.Relation;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Whether our role, and a relation's owner, have the rights a move needs; roles they are members of count. */
final class RightsReader {
    private static final int MAINTAIN_SINCE = 17;

    private final DSLContext sql;
    private final StatementRenderer renderer;

    RightsReader(DSLContext sql, StatementRenderer renderer) {
        this.sql = sql;
        this.renderer = renderer;
    }

    Rights read(Relation relation, String target) {
        Field<Boolean> owns = condition("pg_has_role({0}::oid, 'USAGE')", "owns", PG_CLASS.RELOWNER);
        Field<Boolean> schema = condition("has_schema_privilege({0}::oid, 'USAGE')", "schema", PG_CLASS.RELNAMESPACE);
        Field<Boolean> creates = condition(
                "({0} = {1} or has_tablespace_privilege({0}, 'CREATE'))",
                "creates", PG_TABLESPACE.OID, PG_DATABASE.DATTABLESPACE);
        Field<Boolean> ownerCreates = condition(
                "({0} = {1} or has_tablespace_privilege({2}::oid, {0}, 'CREATE'))",
                "owner_creates", PG_TABLESPACE.OID, PG_DATABASE.DATTABLESPACE, PG_CLASS.RELOWNER);
        Field<String> role = DSL.field("current_user::text", String.class);
        Record row = sql.select(owns, schema, creates, ownerCreates, role)
                .from(PG_CLASS)
                .join(PG_DATABASE)
                .on(PG_DATABASE.DATNAME.eq(DSL.field("current_database()", String.class)))
                .join(PG_TABLESPACE)
                .on(PG_TABLESPACE.SPCNAME.eq(target))
                .where(PG_CLASS.OID.eq(relation.oid()))
                .fetchOptional()
                .orElse(null);
        if (row == null) {
            // dropped a moment ago: the look before the move finds out
            return new Rights(true, true, true, true, true, "", "");
        }
        return new Rights(
                row.get(owns),
                maintains(relation),
                row.get(schema),
                row.get(creates),
                row.get(ownerCreates),
                renderer.grantCreate(target, row.get(role)),
                renderer.grantCreate(target, relation.owner()));
    }

    private boolean maintains(Relation relation) {
        int major = sql.select(DSL.field("current_setting('server_version_num')::int / 10000", Integer.class))
                .fetchSingle()
                .value1();
        if (major < MAINTAIN_SINCE || !relation.kind().isIndex()) {
            return false;
        }
        return sql.select(condition("has_table_privilege({0}::oid, 'MAINTAIN')", "maintains", PG_INDEX.INDRELID))
                .from(PG_INDEX)
                .where(PG_INDEX.INDEXRELID.eq(relation.oid()))
                .fetchOptional(row -> row.value1())
                .orElse(false);
    }

    private static Field<Boolean> condition(String template, String alias, Field<?>... fields) {
        return DSL.field(template, Boolean.class, fields).as(alias);
    }
}
