package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.migrate.Leftover;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementRendererTest {
    private final StatementRenderer renderer = new StatementRenderer();

    private static Move move(String schema, String name, RelationKind kind, String to, Method method) {
        return new Move(
                new RelationName("shop", schema, name),
                kind,
                null,
                "pg_default",
                to,
                method,
                ByteSize.ZERO,
                DurationRange.ZERO,
                ByteSize.ZERO,
                "");
    }

    @ParameterizedTest
    @CsvSource({
        "TABLE, ALTER, ALTER TABLE \"s\".\"r\" SET TABLESPACE \"x\"",
        "PARTITIONED_TABLE, ALTER, ALTER TABLE \"s\".\"r\" SET TABLESPACE \"x\"",
        "INDEX, ALTER, ALTER INDEX \"s\".\"r\" SET TABLESPACE \"x\"",
        "PARTITIONED_INDEX, ALTER, ALTER INDEX \"s\".\"r\" SET TABLESPACE \"x\"",
        "MATERIALIZED_VIEW, ALTER, ALTER MATERIALIZED VIEW \"s\".\"r\" SET TABLESPACE \"x\"",
        "INDEX, REINDEX, 'REINDEX (TABLESPACE \"x\", CONCURRENTLY) INDEX \"s\".\"r\"'",
        "INDEX, REBUILD, REINDEX (TABLESPACE \"x\") INDEX \"s\".\"r\"",
    })
    void each_method_has_its_statement(RelationKind kind, Method method, String expected) {
        assertThat(renderer.move(move("s", "r", kind, "x", method))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "two\nlines",
                "tab\tand\rreturn",
                "back\\slash\\n",
                "😀 smile",
                "100%s %I %L $1 ${x} {0} {1} ?",
                "x; DROP TABLE rw32_victim; --",
                "/* comment */ 'quoted' $$dollar$$",
                "MixedCase",
                "dots.in.it",
                "order",
                "{fn now()}",
                "a23456789012345678901234567890123456789012345678901234567890123"
            })
    void any_name_stands_quoted_once_and_unchanged(String name) {
        assertThat(renderer.move(move(name, name, RelationKind.INDEX, name, Method.REINDEX)))
                .isEqualTo(
                        "REINDEX (TABLESPACE \"" + name + "\", CONCURRENTLY) INDEX \"" + name + "\".\"" + name + "\"");
    }

    @Test
    void a_quote_in_a_name_is_doubled() {
        assertThat(renderer.move(move("a\"b", "say \"hi\"", RelationKind.TABLE, "\"", Method.ALTER)))
                .isEqualTo("ALTER TABLE \"a\"\"b\".\"say \"\"hi\"\"\" SET TABLESPACE \"\"\"\"");
    }

    @Test
    void leftovers_are_dropped_by_their_full_name() {
        Leftover leftover = new Leftover(new RelationName("shop", "s", "i_ccnew"), 1, "x");

        assertThat(renderer.drop(leftover)).isEqualTo("DROP INDEX \"s\".\"i_ccnew\"");
        assertThat(renderer.dropConcurrently(leftover)).isEqualTo("DROP INDEX CONCURRENTLY \"s\".\"i_ccnew\"");
    }

    @Test
    void grants_and_settings_are_quoted_too() {
        assertThat(renderer.grantCreate("my ts", "a\"b"))
                .isEqualTo("GRANT CREATE ON TABLESPACE \"my ts\" TO \"a\"\"b\"");
        assertThat(renderer.set("lock_timeout", "200")).isEqualTo("SET \"lock_timeout\" = '200'");
        assertThat(renderer.set("default_tablespace", "it's")).isEqualTo("SET \"default_tablespace\" = 'it''s'");
    }

    @Test
    void a_leftover_is_told_by_its_index_name_cut_where_postgresql_cuts_it() {
        String longest = "a".repeat(63);

        assertThat(MoveCatalog.isLeftoverOf("i", "i_ccnew")).isTrue();
        assertThat(MoveCatalog.isLeftoverOf("i", "i_ccold2")).isTrue();
        assertThat(MoveCatalog.isLeftoverOf(longest, "a".repeat(57) + "_ccnew")).isTrue();
        assertThat(MoveCatalog.isLeftoverOf("two\nlines", "two\nlines_ccnew")).isTrue();
        assertThat(MoveCatalog.isLeftoverOf("i", "j_ccnew")).isFalse();
        assertThat(MoveCatalog.isLeftoverOf("i", "i_ccnewer")).isFalse();
    }
}
