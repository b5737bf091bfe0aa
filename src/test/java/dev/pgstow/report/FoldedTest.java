package dev.pgstow.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.RelationName;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class FoldedTest {
    private static final RelationName PARENT = new RelationName("d", "s", "Calls");

    private record Row(String relation, String tablespace, String reason) {
        RelationName name() {
            return new RelationName("d", "s", relation);
        }
    }

    private static List<Folded<Row>> fold(UnaryOperator<RelationName> root, Row... rows) {
        return Folded.of(List.of(rows), Row::name, root, Row::tablespace);
    }

    private static RelationName root(RelationName name) {
        return name.name().startsWith("calls_") ? PARENT : name;
    }

    @Test
    void partitions_of_one_table_in_one_place_are_one_row() {
        List<Folded<Row>> folded = fold(
                FoldedTest::root,
                new Row("calls_1", "slow", "cold"),
                new Row("other", "slow", "warm"),
                new Row("calls_2", "fast", "hot"),
                new Row("calls_3", "slow", "cold"));

        assertThat(folded)
                .extracting(Folded::name)
                .containsExactly("d.s.\"Calls\" (2 partitions)", "d.s.other", "d.s.calls_2");
        assertThat(folded.get(0).members()).extracting(Row::relation).containsExactly("calls_1", "calls_3");
    }

    @Test
    void every_relation_is_a_row_when_none_is_a_part() {
        assertThat(fold(UnaryOperator.identity(), new Row("calls_1", "slow", "a"), new Row("calls_2", "slow", "a")))
                .extracting(Folded::name)
                .containsExactly("d.s.calls_1", "d.s.calls_2");
    }

    @Test
    void what_most_say_stands_for_all_and_says_of_how_many() {
        Folded<Row> all = new Folded<>(
                "x", List.of(new Row("a", "t", "hot"), new Row("b", "t", "cold"), new Row("c", "t", "cold")));
        assertThat(all.mostly(Row::reason)).isEqualTo("2 of 3: cold");
        assertThat(all.mostly(Row::tablespace)).isEqualTo("t");
        Folded<Row> even = new Folded<>("x", List.of(new Row("a", "t", "hot"), new Row("b", "t", "cold")));
        assertThat(even.mostly(Row::reason)).isEqualTo("1 of 2: hot");
    }
}
