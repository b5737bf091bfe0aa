package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Range;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Basis;
import dev.pgstow.plan.Confidence;
import dev.pgstow.plan.Lock;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.yaml.snakeyaml.Yaml;

class PlanFileTest {
    private static final Cluster CLUSTER = new Cluster("7421234567890123456", ServerVersion.parse("17.11"));

    @TempDir
    private Path directory;

    @Test
    void a_plan_is_read_back_as_it_was_written() {
        Plan plan = new Plan(
                CLUSTER,
                new Basis(Instant.parse("2026-11-30T12:00:00Z"), Duration.ofHours(24), 289, 16, Confidence.HIGH),
                new Prediction(new Range(1.9, 2.1, 2.3), "reads of 'ssd'", "write cap"),
                List.of("two tiers share a device: \"sda\""),
                List.of(
                        move("products_gtin", RelationKind.INDEX, Method.REINDEX),
                        move("products", RelationKind.TABLE, Method.ALTER),
                        move("sums", RelationKind.MATERIALIZED_VIEW, Method.ALTER)));

        Path file = directory.resolve("plan.yaml");
        PlanFile.write(file, plan);

        assertThat(PlanFile.read(file)).isEqualTo(plan);
        assertThat(directory.toFile().list()).containsExactly("plan.yaml");
    }

    @Test
    void a_plan_without_moves_is_read_back_too() {
        Plan plan = new Plan(CLUSTER, null, null, List.of(), List.of());
        assertThat(read(PlanFile.text(plan))).isEqualTo(plan);
        assertThat(PlanFile.text(plan)).contains("# Nothing is worth moving.\nmoves: []\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no",
                "off",
                "null",
                "1e3",
                "~",
                "0x10",
                "1_000",
                "12:30",
                "yes",
                ".inf",
                "=",
                "<<",
                "a\nb",
                "tab\tb",
                "q\"q",
                "q'q",
                "back\\slash",
                " lead",
                "trail ",
                "\ud83d\ude80 emoji",
                "\u202ebidi",
                "\u2028sep",
                "nel\u0085",
                "\ufeffbom",
                "# no comment",
                "a: b",
                "- x",
                "&a",
                "*a",
                "!t",
                "%d",
                "@at",
                "`",
                "{x}",
                "[y]",
                "ä\u0301",
                "\u007f",
                "\u00a0nb",
                ""
            })
    void every_name_means_the_same_to_yaml_1_1_and_1_2(String name) {
        String odd = name.isEmpty() ? "x" : name;
        Move move = new Move(
                new RelationName(odd, odd, odd),
                RelationKind.INDEX,
                16384L,
                "from " + odd,
                odd,
                Method.REINDEX,
                ByteSize.ofMiB(3),
                DurationRange.ZERO,
                ByteSize.ZERO,
                name);
        Plan plan = new Plan(CLUSTER, null, null, List.of(name), List.of(move));
        String text = PlanFile.text(plan);

        assertThat(read(text)).isEqualTo(plan);
        assertStringsOf(new Yaml().load(text), odd, name);
        assertStringsOf(new Load(LoadSettings.builder().build()).loadFromString(text), odd, name);
    }

    private static void assertStringsOf(Object yaml, String name, String reason) {
        Map<?, ?> move = (Map<?, ?>) ((List<?>) ((Map<?, ?>) yaml).get("moves")).get(0);
        assertThat(move.get("to")).isEqualTo(name);
        assertThat(move.get("reason")).isEqualTo(reason);
        assertThat(move.get("relation"))
                .isEqualTo(Map.of("database", name, "schema", name, "name", name, "kind", "index"));
    }

    @Test
    void a_plan_by_hand_needs_relation_from_to_and_method_only() {
        Plan plan = read("""
                pgstow: plan/1
                cluster: {system_identifier: "7421", server: "13.23"}
                moves:
                - relation: {database: shop, schema: public, name: no, kind: table}
                  from: pg_default
                  to: fast
                  method: alter
                """);
        assertThat(plan.basis()).isNull();
        assertThat(plan.prediction()).isNull();
        assertThat(plan.moves())
                .containsExactly(new Move(
                        new RelationName("shop", "public", "no"),
                        RelationKind.TABLE,
                        null,
                        "pg_default",
                        "fast",
                        Method.ALTER,
                        ByteSize.ZERO,
                        DurationRange.ZERO,
                        ByteSize.ZERO,
                        ""));
        assertThat(plan.moves().get(0).lock()).isEqualTo(Lock.ACCESS_EXCLUSIVE);
    }

    @Test
    void all_problems_are_named_at_once_each_with_its_line() {
        assertThatThrownBy(() -> read("""
                                pgstow: plan/1
                                cluster: {system_identifier: "7421", server: "seventeen"}
                                colour: red
                                moves:
                                - relation: {database: shop, schema: public, name: 1e3, kind: table}
                                  from: fast
                                  to: fast
                                  method: reindex
                                - relation: {database: shop, schema: pg_catalog, name: pg_class, kind: sequence}
                                  from: pg_default
                                  to: true
                                  method: teleport
                                  size: huge
                                  estimate: {low: 9s, likely: 1s, high: soon}
                                - relation: {database: shop, schema: public, name: a, kind: index}
                                  from: x
                                  to: y
                                  method: reindex
                                  lock: access-exclusive
                                - relation: {database: shop, schema: public, name: a, kind: index}
                                  to: pg_global
                                  method: rebuild
                                """))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE))
                .message()
                .satisfies(message -> {
                    for (String expected : List.of(
                            ":2: cluster/server: 'seventeen' is not a server version",
                            ":3: unknown key 'colour'",
                            ":5: moves/0/relation/name: '1000.0' must be a string (put it in double quotes)",
                            ":7: moves/0/to: 'from' and 'to' are both 'fast'",
                            ":8: moves/0/method: method 'reindex' is for an index, not for a table: use 'alter'",
                            ":9: moves/1/relation/schema: relations of schema 'pg_catalog' cannot be moved",
                            ":9: moves/1/relation/kind: 'sequence'",
                            ":11: moves/1/to: 'true' must be a string (put it in double quotes)",
                            ":12: moves/1/method: 'teleport'",
                            ":13: moves/1/size: 'huge' is not a size",
                            ":14: moves/1/estimate/high: 'soon' is not a duration",
                            ":14: moves/1/estimate: not in the order low, likely, high",
                            ":19: moves/2/lock: method 'reindex' takes lock 'share-update-exclusive'",
                            ":20: moves/3: key 'from' is missing",
                            ":20: moves/3/relation: shop.public.a is moved already by moves/2",
                            ":21: moves/3/to: 'pg_global'")) {
                        assertThat(message).contains(expected);
                    }
                    assertThat(message).startsWith("16 problems");
                });
    }

    @Test
    void concurrent_and_plain_rebuilds_into_a_tablespace_are_refused_before_14() {
        assertThatThrownBy(() -> read("""
                                pgstow: plan/1
                                cluster: {system_identifier: "7421", server: "13.23"}
                                moves:
                                - relation: {database: shop, schema: public, name: i, kind: index}
                                  from: x
                                  to: y
                                  method: rebuild
                                """))
                .hasMessageContaining(
                        ":7: moves/0/method: method 'rebuild' needs PostgreSQL 14, not 13.23: use 'alter'");
    }

    @Test
    void a_plan_that_cannot_be_written_leaves_nothing_behind() {
        Path nowhere = directory.resolve("missing").resolve("plan.yaml");
        assertThatThrownBy(() -> PlanFile.write(nowhere, new Plan(CLUSTER, null, null, List.of(), List.of())))
                .isInstanceOf(PgstowException.class)
                .hasMessageStartingWith("cannot write '" + nowhere + "'");
        assertThat(directory).isEmptyDirectory();
    }

    private Plan read(String text) {
        try {
            return PlanFile.read(Files.writeString(directory.resolve("read.yaml"), text));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Move move(String name, RelationKind kind, Method method) {
        return new Move(
                new RelationName("shop", "public", name),
                kind,
                16400L,
                "pg_default",
                "fast",
                method,
                ByteSize.ofMiB(1762),
                new DurationRange(Duration.ofMillis(95_500), Duration.ofSeconds(120), Duration.ofSeconds(170)),
                ByteSize.ofMiB(1600),
                "0.29 of 2.12 reads per transaction");
    }
}
