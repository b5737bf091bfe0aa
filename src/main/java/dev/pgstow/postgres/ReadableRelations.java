package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_NAMESPACE;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.condition;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.nullif;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** Tables that a role may read, by tablespace, the largest first. */
final class ReadableRelations {
    /** A smaller one soon is in shared buffers. */
    static final ByteSize SMALLEST = new ByteSize(4L << 20);

    private static final int MOST_PER_DATABASE = 200;

    private final String version;
    private final List<Readable> relations;

    /**
     * A table.
     *
     * @param blocks of its main fork
     */
    record Readable(String database, String schema, String name, String tablespace, long blocks) {}

    private ReadableRelations(String version, List<Readable> relations) {
        this.version = version;
        this.relations = relations;
    }

    /** Looks into every database that may be connected to. */
    static ReadableRelations of(Connector connector) {
        List<String> databases;
        String version;
        try (Connection connection = connector.open(connector.database(), "pgstow profile")) {
            DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES);
            version = connection.getMetaData().getDatabaseProductVersion();
            databases = sql.select(PG_DATABASE.DATNAME)
                    .from(PG_DATABASE)
                    .where(PG_DATABASE.DATALLOWCONN)
                    .and(PG_DATABASE.DATISTEMPLATE.isFalse())
                    .and(condition("has_database_privilege({0}::oid, 'CONNECT')", PG_DATABASE.OID))
                    .orderBy(PG_DATABASE.DATNAME)
                    .fetch(PG_DATABASE.DATNAME);
        } catch (SQLException | DataAccessException e) {
            throw failure(e);
        }
        List<Readable> relations = new ArrayList<>();
        databases.forEach(database -> relations.addAll(of(connector, database)));
        relations.sort(Comparator.comparingLong(Readable::blocks).reversed());
        return new ReadableRelations(version, relations);
    }

    String version() {
        return version;
    }

    /** Those of one tablespace that lie in the database with the most to read. */
    List<Readable> in(String tablespace) {
        List<Readable> here = relations.stream()
                .filter(relation -> relation.tablespace().equals(tablespace))
                .toList();
        return here.stream()
                .filter(relation -> relation.database().equals(here.get(0).database()))
                .toList();
    }

    private static List<Readable> of(Connector connector, String database) {
        try (Connection connection = connector.open(database, "pgstow profile")) {
            DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES);
            Field<Long> own = field(
                    sql.select(PG_DATABASE.DATTABLESPACE).from(PG_DATABASE).where(PG_DATABASE.DATNAME.eq(database)));
            Field<Long> blocks = field("pg_relation_size({0}::regclass) / 8192", SQLDataType.BIGINT, PG_CLASS.OID);
            return sql.select(PG_NAMESPACE.NSPNAME, PG_CLASS.RELNAME, PG_TABLESPACE.SPCNAME, blocks)
                    .from(PG_CLASS)
                    .join(PG_NAMESPACE)
                    .on(PG_NAMESPACE.OID.eq(PG_CLASS.RELNAMESPACE))
                    .join(PG_TABLESPACE)
                    .on(PG_TABLESPACE.OID.eq(coalesce(nullif(PG_CLASS.RELTABLESPACE, 0L), own)))
                    .where(PG_CLASS.RELKIND.in("r", "m"))
                    .and(PG_CLASS.RELPERSISTENCE.eq("p"))
                    .and(PG_CLASS.RELPAGES.ge((int) (SMALLEST.bytes() / ByteSize.BLOCK)))
                    .and(condition("has_table_privilege({0}::oid, 'SELECT')", PG_CLASS.OID))
                    .and(condition("has_schema_privilege({0}::oid, 'USAGE')", PG_CLASS.RELNAMESPACE))
                    .orderBy(PG_CLASS.RELPAGES.desc())
                    .limit(MOST_PER_DATABASE)
                    .fetch(row -> new Readable(database, row.value1(), row.value2(), row.value3(), row.value4()));
        } catch (SQLException | DataAccessException e) {
            throw failure(e);
        }
    }

    static PgstowException failure(Exception e) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        return new PgstowException(
                ErrorCode.UNSUPPORTED, "cannot measure through the server: " + cause.getMessage(), "", e);
    }
}
