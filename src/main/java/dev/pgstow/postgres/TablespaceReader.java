package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_SETTINGS;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tablespace;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record5;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** Reads the tablespaces of a cluster and where they lie. */
public final class TablespaceReader {
    private static final String DEFAULT = "pg_default";
    private static final String SHARED_CATALOG = "pg_global";
    private static final String INSUFFICIENT_PRIVILEGE = "42501";
    private static final String SEPARATOR = "\n";

    private final Connector connector;

    public TablespaceReader(Connector connector) {
        this.connector = Objects.requireNonNull(connector, "connector");
    }

    /**
     * All tablespaces that can hold relations of a database, pg_default first, then by name.
     *
     * @throws PgstowException (not-permitted) when this role may not see their sizes
     */
    public List<Tablespace> read() {
        try (Connection connection = connector.open(connector.database(), "pgstow profile")) {
            DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES);
            String dataDirectory = dataDirectory(sql);
            Field<String> location = DSL.function("pg_tablespace_location", SQLDataType.CLOB, PG_TABLESPACE.OID);
            Field<Long> used = DSL.function("pg_tablespace_size", SQLDataType.BIGINT, PG_TABLESPACE.OID);
            Field<String> options = DSL.function(
                    DSL.name("pg_catalog", "array_to_string"),
                    SQLDataType.CLOB,
                    PG_TABLESPACE.SPCOPTIONS,
                    DSL.inline(SEPARATOR));
            return sql.select(PG_TABLESPACE.SPCNAME, PG_TABLESPACE.OID, location, used, options)
                    .from(PG_TABLESPACE)
                    .where(PG_TABLESPACE.SPCNAME.ne(SHARED_CATALOG))
                    .orderBy(PG_TABLESPACE.SPCNAME.eq(DEFAULT).desc(), PG_TABLESPACE.SPCNAME)
                    .fetch(row -> tablespace(row, dataDirectory));
        } catch (DataAccessException e) {
            throw failure(e);
        } catch (SQLException e) {
            throw new PgstowException(ErrorCode.CANNOT_CONNECT, "lost the connection: " + e.getMessage(), "", e);
        }
    }

    /** Hidden, so empty, for a role without pg_read_all_settings. */
    private static String dataDirectory(DSLContext sql) {
        return sql.select(PG_SETTINGS.SETTING)
                .from(PG_SETTINGS)
                .where(PG_SETTINGS.NAME.eq("data_directory"))
                .fetchOptional(PG_SETTINGS.SETTING)
                .orElse("");
    }

    /** The size is null for a tablespace whose directory is lost. */
    private static Tablespace tablespace(Record5<String, Long, String, Long, String> row, String dataDirectory) {
        ByteSize used = new ByteSize(Objects.requireNonNullElse(row.value4(), 0L));
        List<String> options =
                row.value5() == null ? List.of() : List.of(row.value5().split(SEPARATOR, -1));
        return new Tablespace(
                row.value1(), row.value2(), location(row.value1(), row.value3(), dataDirectory), used, options);
    }

    /** A location is relative for a tablespace inside the data directory ({@code allow_in_place_tablespaces}, 15+). */
    private static String location(String name, String location, String dataDirectory) {
        if (location.startsWith("/")) {
            return location;
        }
        String relative = name.equals(DEFAULT) ? "base" : location;
        return dataDirectory.isEmpty() ? "" : dataDirectory + "/" + relative;
    }

    private static PgstowException failure(DataAccessException e) {
        String message = String.valueOf(
                e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
        if (e.sqlState().equals(INSUFFICIENT_PRIVILEGE)) {
            return new PgstowException(
                    ErrorCode.NOT_PERMITTED,
                    "this role may not see the size of every tablespace: " + message,
                    "Connect as a member of pg_monitor, or as a superuser.",
                    e);
        }
        return new PgstowException(ErrorCode.UNSUPPORTED, "cannot read the tablespaces: " + message, "", e);
    }
}
