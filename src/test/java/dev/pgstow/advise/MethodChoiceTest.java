package dev.pgstow.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.IndexRole;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Method;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodChoiceTest {
    @ParameterizedTest
    @CsvSource({
        "plain, 13.23, ALTER",
        "plain, 14.0, ALTER",
        "plain, 14.3, ALTER",
        "plain, 14.4, REINDEX",
        "plain, 18.6, REINDEX",
        "exclusion, 18.6, ALTER",
        "exclusion, 14.24, ALTER",
        "deferrable, 14.23, ALTER",
        "deferrable, 14.24, REINDEX",
        "deferrable, 15.18, ALTER",
        "deferrable, 15.19, REINDEX",
        "deferrable, 16.14, ALTER",
        "deferrable, 16.15, REINDEX",
        "deferrable, 17.10, ALTER",
        "deferrable, 17.11, REINDEX",
        "deferrable, 18.4, ALTER",
        "deferrable, 18.5, REINDEX",
        "deferrable, 13.23, ALTER"
    })
    void an_index_is_rebuilt_concurrently_wherever_that_is_safe(String index, String version, Method expected) {
        IndexFacts facts = new IndexFacts(
                Shop.name("t"),
                true,
                switch (index) {
                    case "exclusion" -> Set.of(IndexRole.EXCLUSION);
                    case "deferrable" -> Set.of(IndexRole.UNIQUE, IndexRole.DEFERRABLE);
                    default -> Set.of(IndexRole.UNIQUE);
                });
        assertThat(MethodChoice.of(relation(RelationKind.INDEX, facts), ServerVersion.parse(version)))
                .isEqualTo(expected);
    }

    @Test
    void tables_and_materialized_views_are_copied() {
        ServerVersion version = ServerVersion.parse("18.6");
        assertThat(MethodChoice.of(relation(RelationKind.TABLE, null), version)).isEqualTo(Method.ALTER);
        assertThat(MethodChoice.of(relation(RelationKind.MATERIALIZED_VIEW, null), version))
                .isEqualTo(Method.ALTER);
    }

    private static Relation relation(RelationKind kind, IndexFacts index) {
        return new Relation(
                Shop.name("r"),
                kind,
                1,
                "pg_default",
                ByteSize.ofMiB(1),
                true,
                Persistence.PERMANENT,
                "shop",
                index == null ? "heap" : "btree",
                1,
                index,
                null);
    }
}
