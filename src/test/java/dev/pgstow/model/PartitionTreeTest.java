package dev.pgstow.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionTreeTest {
    private static RelationName name(String name) {
        return new RelationName("d", "s", name);
    }

    private static Relation relation(String name, @Nullable String parent) {
        return new Relation(
                name(name),
                RelationKind.TABLE,
                1,
                "t",
                ByteSize.ZERO,
                true,
                Persistence.PERMANENT,
                "o",
                "heap",
                0,
                null,
                null,
                new Storage(1, ByteSize.ZERO, 100, parent == null ? null : name(parent)));
    }

    @Test
    void the_root_of_a_leaf_is_the_topmost_parent() {
        PartitionTree tree = new PartitionTree(
                List.of(relation("leaf", "month"), relation("month", "year"), relation("year", null)));
        assertThat(tree.root(name("leaf"))).isEqualTo(name("year"));
        assertThat(tree.root(name("year"))).isEqualTo(name("year"));
        assertThat(tree.root(name("other"))).isEqualTo(name("other"));
    }

    @Test
    void a_loop_ends() {
        PartitionTree tree = new PartitionTree(List.of(relation("a", "b"), relation("b", "a")));
        assertThat(tree.root(name("a"))).isEqualTo(name("a"));
    }
}
