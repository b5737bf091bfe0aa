package dev.pgstow.report;

import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationName;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Where relations lay before, and where they lie now. */
public final class PlacementTable {
    private PlacementTable() {}

    /** Lines of text, the largest relation first; a relation that is not in both lists has an empty cell. */
    public static List<String> lines(List<Relation> before, List<Relation> after) {
        Map<RelationName, Relation> now = after.stream().collect(Collectors.toMap(Relation::name, Function.identity()));
        TextTable table = new TextTable("relation", "kind", "<size", "before", "after");
        before.stream()
                .sorted(Comparator.comparing(Relation::size).reversed().thenComparing(Relation::name))
                .forEach(relation -> {
                    Relation moved = now.get(relation.name());
                    table.row(
                            relation.name().toString(),
                            relation.kind().word(),
                            relation.size().toString(),
                            relation.tablespace(),
                            moved == null ? "" : moved.tablespace());
                });
        return table.lines();
    }
}
