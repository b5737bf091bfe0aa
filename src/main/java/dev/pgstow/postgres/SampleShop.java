package dev.pgstow.postgres;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sql;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/** The sample data of the demo: a database with one table of products and two indexes, all on the volume's tablespace. */
public final class SampleShop {
    public static final String DATABASE = "shop";

    private final Connector maintenance;

    /** Takes a connector whose database is not the shop's, with a superuser. */
    public SampleShop(Connector maintenance) {
        this.maintenance = Objects.requireNonNull(maintenance, "maintenance");
    }

    /** Makes a tablespace in an empty directory, and a checkpoint, so that a crash does not need the directory again. */
    public void createTablespace(String tablespace, Path location) {
        run(maintenance.database(), context -> {
            context.execute(sql("create tablespace {0} location {1}", name(tablespace), inline(location.toString())));
            context.execute("checkpoint");
        });
    }

    /** Makes the database with that tablespace as its default and fills the table. */
    public void load(String tablespace, int products) {
        run(
                maintenance.database(),
                context ->
                        context.execute(sql("create database {0} tablespace {1}", name(DATABASE), name(tablespace))));
        run(DATABASE, context -> {
            context.execute("set maintenance_work_mem = '256MB'");
            context.execute("set synchronous_commit = off");
            context.execute("create table products (id bigint not null, gtin varchar(13) not null, title text not null,"
                    + " author text not null, padding text not null)");
            // a multiplier prime to 10^13 spreads neighbouring ids over the whole index on gtin
            context.execute(sql(
                    "insert into products select id, lpad((id * 1234567890133 % 10000000000000)::text, 13, '0'), 'Title ' || id,"
                            + " 'Author ' || id % 5000, repeat(md5(id::text), 3) from generate_series(1::bigint, {0}) id",
                    inline(products)));
            context.execute("alter table products add primary key (id)");
            context.execute("create index products_gtin on products (gtin)");
            context.execute("vacuum (analyze) products");
            context.execute("checkpoint");
        });
    }

    private interface Work {
        void on(DSLContext context);
    }

    private void run(String database, Work work) {
        try (Connection connection = maintenance.open(database, "pgstow demo")) {
            work.on(DSL.using(connection, SQLDialect.POSTGRES));
        } catch (SQLException e) {
            throw new PgstowException(
                    ErrorCode.CANNOT_CONNECT, "the connection was lost: " + e.getMessage(), "Try again.", e);
        }
    }
}
