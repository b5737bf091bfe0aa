package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_IO;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_WAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.postgres.catalog.PgCatalog;
import dev.pgstow.testing.TestServer;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The columns declared in src/main/jooq/pg_catalog.sql against the real catalogs of every supported server. */
class CatalogColumnsIT {
    private static final List<Integer> MAJORS = List.of(13, 14, 15, 16, 17, 18);

    /** The majors that lack a column, or with '.*' a whole view. Everything that is not listed exists everywhere. */
    private static final Map<String, Set<Integer>> MISSING = Map.ofEntries(
            Map.entry("pg_stat_database.active_time", Set.of(13)),
            Map.entry("pg_stat_io.*", Set.of(13, 14, 15)),
            Map.entry("pg_stat_io.read_bytes", Set.of(13, 14, 15, 16, 17)),
            Map.entry("pg_stat_io.write_bytes", Set.of(13, 14, 15, 16, 17)),
            Map.entry("pg_stat_io.extend_bytes", Set.of(13, 14, 15, 16, 17)),
            Map.entry("pg_stat_io.op_bytes", Set.of(13, 14, 15, 18)),
            Map.entry("pg_stat_wal.*", Set.of(13)),
            Map.entry("pg_stat_wal.wal_write", Set.of(13, 18)),
            Map.entry("pg_stat_wal.wal_sync", Set.of(13, 18)),
            Map.entry("pg_stat_wal.wal_write_time", Set.of(13, 18)),
            Map.entry("pg_stat_wal.wal_sync_time", Set.of(13, 18)),
            Map.entry("pg_stat_checkpointer.*", Set.of(13, 14, 15, 16)),
            Map.entry("pg_stat_bgwriter.checkpoints_timed", Set.of(17, 18)),
            Map.entry("pg_stat_bgwriter.checkpoints_req", Set.of(17, 18)),
            Map.entry("pg_stat_bgwriter.checkpoint_write_time", Set.of(17, 18)),
            Map.entry("pg_stat_bgwriter.checkpoint_sync_time", Set.of(17, 18)),
            Map.entry("pg_stat_bgwriter.buffers_backend", Set.of(17, 18)),
            Map.entry("pg_stat_bgwriter.buffers_checkpoint", Set.of(17, 18)));

    /** The server's types that the driver hands out as the type on the left. */
    private static final Map<Class<?>, Set<String>> READABLE = Map.of(
            Long.class, Set.of("oid", "bigint", "xid"),
            Integer.class, Set.of("integer"),
            Short.class, Set.of("smallint"),
            Boolean.class, Set.of("boolean"),
            Float.class, Set.of("real"),
            Double.class, Set.of("double precision"),
            BigInteger.class, Set.of("numeric", "bigint"),
            String.class, Set.of("name", "text", "\"char\"", "pg_lsn", "text[]"),
            java.time.OffsetDateTime.class, Set.of("timestamp with time zone"));

    @Test
    void columns_are_missing_exactly_where_the_table_says() throws SQLException {
        Map<String, Set<Integer>> missing = new TreeMap<>();
        for (int major : MAJORS) {
            try (Connection connection = TestServer.of(major).connect("postgres")) {
                CatalogColumns columns = CatalogColumns.read(sql(connection));
                for (Table<?> table : PgCatalog.PG_CATALOG.getTables()) {
                    for (Field<?> field : table.fields()) {
                        if (!columns.has(field)) {
                            missing.computeIfAbsent(name(field, table), name -> new TreeSet<>())
                                    .add(major);
                        }
                    }
                }
            }
        }

        assertThat(missing).isEqualTo(expectedMissing());
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 14, 15, 16, 17, 18})
    void declared_types_are_those_that_the_driver_returns(int major) {
        Map<String, String> types = TestServer.of(major)
                .values(
                        "postgres",
                        "select attrelid::regclass || '.' || attname || ':' || atttypid::regtype from pg_attribute"
                                + " where not attisdropped and attrelid in (select oid from pg_class"
                                + " where relnamespace = 'pg_catalog'::regnamespace)")
                .stream()
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')), line -> line.substring(line.indexOf(':') + 1)));

        for (Table<?> table : PgCatalog.PG_CATALOG.getTables()) {
            for (Field<?> field : table.fields()) {
                String type = types.get(name(field, table));
                if (type != null) {
                    assertThat(READABLE.get(field.getType()))
                            .as(name(field, table) + " read as " + field.getType())
                            .contains(type);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 14, 15, 16, 17, 18})
    void every_view_can_be_read_with_what_it_has_and_nulls_for_the_rest(int major) throws SQLException {
        try (Connection connection = TestServer.of(major).connect("postgres")) {
            DSLContext sql = sql(connection);
            CatalogColumns columns = CatalogColumns.read(sql);
            for (Table<?> table : PgCatalog.PG_CATALOG.getTables()) {
                if (columns.has(table)) {
                    List<? extends Field<?>> fields =
                            table.fieldStream().map(columns::orNull).toList();
                    for (Record row : sql.select(fields).from(table).fetch()) {
                        for (Field<?> field : table.fields()) {
                            Object value = row.get(field);
                            assertThat(value == null || columns.has(field))
                                    .as(name(field, table))
                                    .isTrue();
                        }
                    }
                }
            }
        }
    }

    @Test
    void a_missing_column_is_null_in_expressions_and_conditions_too() throws SQLException {
        try (Connection connection = TestServer.of(16).connect("postgres")) {
            DSLContext sql = sql(connection);
            CatalogColumns columns = CatalogColumns.read(sql);
            Field<BigInteger> readBytes = columns.orNull(PG_STAT_IO.READ_BYTES);

            assertThat(columns.orNull(PG_STAT_IO.OP_BYTES)).isSameAs(PG_STAT_IO.OP_BYTES);
            assertThat(sql.select(DSL.sum(readBytes), DSL.sum(PG_STAT_IO.OP_BYTES))
                            .from(PG_STAT_IO)
                            .where(readBytes.isNull())
                            .fetchSingle())
                    .satisfies(row -> {
                        assertThat(row.value1()).isNull();
                        assertThat(row.value2()).isPositive();
                    });
        }
    }

    @Test
    void an_alias_stands_for_its_table() throws SQLException {
        try (Connection connection = TestServer.of(13).connect("postgres")) {
            CatalogColumns columns = CatalogColumns.read(sql(connection));

            assertThat(columns.has(PG_CLASS.as("t"))).isTrue();
            assertThat(columns.has(PG_CLASS.as("t").RELNAME)).isTrue();
            assertThat(columns.has(PG_STAT_WAL.as("w"))).isFalse();
            assertThat(columns.has(PG_STAT_WAL.as("w").WAL_BYTES)).isFalse();
            assertThatThrownBy(() -> columns.has(DSL.inline(1))).isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static Map<String, Set<Integer>> expectedMissing() {
        Map<String, Set<Integer>> expected = new TreeMap<>();
        for (Table<?> table : PgCatalog.PG_CATALOG.getTables()) {
            for (Field<?> field : table.fields()) {
                Set<Integer> of = MISSING.getOrDefault(
                        name(field, table), MISSING.getOrDefault(table.getName() + ".*", Set.of()));
                if (!of.isEmpty()) {
                    expected.put(name(field, table), new TreeSet<>(of));
                }
            }
        }
        return expected;
    }

    private static String name(Field<?> field, Table<?> table) {
        return table.getName() + "." + field.getName();
    }

    private static DSLContext sql(Connection connection) {
        return DSL.using(connection, SQLDialect.POSTGRES);
    }
}
