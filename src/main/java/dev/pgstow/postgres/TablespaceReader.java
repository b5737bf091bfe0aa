package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Tablespace;
import java.util.List;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/** Reads the tablespaces. */
public final class TablespaceReader {
    private final Connector connector;

    public TablespaceReader(Connector connector) {
        this.connector = connector;
    }

    public List<Tablespace> read() {
        try (java.sql.Connection c = connector.open(connector.database(), "pgstow")) {
            return DSL.using(c, SQLDialect.POSTGRES)
                    .select(
                            PG_TABLESPACE.SPCNAME,
                            PG_TABLESPACE.OID,
                            DSL.field(
                                    "case when spcname = 'pg_default' then current_setting('data_directory') || '/base' else pg_tablespace_location(oid) end",
                                    String.class),
                            DSL.field("pg_tablespace_size(oid)", Long.class))
                    .from(PG_TABLESPACE)
                    .where(PG_TABLESPACE.SPCNAME.ne("pg_global"))
                    .fetch(r -> new Tablespace(r.value1(), r.value2(), r.value3(), new ByteSize(r.value4())));
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
