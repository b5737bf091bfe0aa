package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationSample;
import dev.pgstow.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jooq.DSLContext;
import org.jooq.ExecuteContext;
import org.jooq.ExecuteListener;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of a snapshot before is what a first look would find, whatever was done to the database in between. */
class KnownRelationsIT {
    private static final List<String> CHANGES = List.of(
            "create table late (id int primary key)",
            "alter table orders rename to bestellungen",
            "alter index orders_pkey rename to nr",
            "alter schema shop rename to laden",
            "alter table laden.parts set schema public",
            "alter table laden.bestellungen set tablespace ts_fast",
            "alter index laden.nr set tablespace ts_slow",
            "alter table public.parts set tablespace ts_of_%database",
            "alter table laden.bestellungen set tablespace ts_of_%database",
            "alter tablespace ts_of_%database rename to ts_another_of_%database",
            "alter table laden.bestellungen set tablespace pg_default",
            "alter role %role rename to %role_renamed",
            "alter table laden.bestellungen owner to %role_renamed",
            "alter table laden.bestellungen set (fillfactor = 70)",
            "create index on laden.bestellungen (customer)",
            "create table ours (id int references laden.bestellungen)",
            "create table one partition of parts for values from (0) to (10)",
            "alter table parts rename to pieces",
            "alter table pieces detach partition one",
            "alter table laden.bestellungen cluster on nr",
            "alter table laden.bestellungen replica identity using index nr",
            "reindex table laden.bestellungen",
            "truncate laden.bestellungen cascade",
            "insert into laden.bestellungen select n, n from generate_series(1, 500) n",
            "analyze laden.bestellungen",
            "alter extension plpgsql add table ours",
            "drop table late",
            "drop table laden.bestellungen cascade",
            "vacuum full pg_class");

    @ParameterizedTest
    @ValueSource(ints = {13, 18})
    void equals_a_first_look_after_every_change_and_asks_for_facts_only_then(int major)
            throws SQLException, IOException {
        TestServer server = TestServer.of(major);
        String database = server.newDatabase();
        String role = "role_of_" + database;
        server.execute(
                database,
                "create role " + role,
                "create schema shop",
                "set search_path to shop",
                "create table orders (id int not null, customer int, constraint orders_pkey primary key (id))",
                "create table parts (id int) partition by range (id)",
                "create index on parts (id)",
                "create temporary table ignored (id int)");
        Path location = Files.createDirectory(server.location("ts_of_" + database));
        server.execute(database, "create tablespace ts_of_" + database + " location '" + location + "'");
        try (Connection connection = server.connect(database)) {
            AtomicInteger statements = new AtomicInteger();
            DSLContext sql = counting(connection, statements);
            connection.setAutoCommit(false);
            KnownRelations known = new KnownRelations(database);
            relations(known, sql);
            connection.rollback();
            for (String change : CHANGES) {
                server.execute(
                        database,
                        "set search_path to shop, laden, public",
                        change.replace("%role", role).replace("%database", database));
                List<Relation> kept = relations(known, sql);
                List<Relation> fresh = relations(new KnownRelations(database), sql);
                assertThat(kept).as("after: " + change).isEqualTo(fresh);

                statements.set(0);
                assertThat(relations(known, sql)).isEqualTo(fresh);
                assertThat(statements.get()).as("with nothing changed").isEqualTo(3);
                connection.rollback();
            }
        } finally {
            // Other tests on this server expect its own tablespaces and no more.
            server.execute("postgres", "drop database " + database + " with (force)");
            server.execute("postgres", "drop tablespace " + tablespace(server, location));
        }
    }

    private static String tablespace(TestServer server, Path location) {
        return server.value(
                "postgres",
                "select quote_ident(spcname) from pg_tablespace where pg_tablespace_location(oid) = '" + location
                        + "'");
    }

    private static List<Relation> relations(KnownRelations known, DSLContext sql) {
        return known.read(sql).stream().map(RelationSample::relation).toList();
    }

    private static DSLContext counting(Connection connection, AtomicInteger statements) {
        var configuration = new DefaultConfiguration().set(connection).set(SQLDialect.POSTGRES);
        configuration.set(new ExecuteListener() {
            @Override
            public void executeStart(ExecuteContext context) {
                statements.incrementAndGet();
            }
        });
        return DSL.using(configuration);
    }
}
