package dev.pgstow.report;

import dev.pgstow.model.RelationName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * Rows about partitions of one table or index that are shown as one.
 *
 * @param name the partitioned parent and how many of its partitions these are, or the relation itself when it stands alone
 * @param members in their order, never empty
 */
record Folded<T>(String name, List<T> members) {
    /** Puts together what has the same root and the same rest of the key, at the place of the first of them. */
    static <T> List<Folded<T>> of(
            Collection<T> items,
            Function<T, RelationName> nameOf,
            Function<RelationName, RelationName> rootOf,
            Function<T, ?> rest) {
        Map<List<Object>, List<T>> groups = new LinkedHashMap<>();
        for (T item : items) {
            groups.computeIfAbsent(
                            List.of(rootOf.apply(nameOf.apply(item)), rest.apply(item)), key -> new ArrayList<>())
                    .add(item);
        }
        return groups.values().stream()
                .map(members -> {
                    RelationName only = nameOf.apply(members.get(0));
                    return new Folded<>(
                            members.size() == 1
                                    ? only.toString()
                                    : String.format(
                                            Locale.ROOT, "%s (%,d partitions)", rootOf.apply(only), members.size()),
                            List.copyOf(members));
                })
                .toList();
    }

    T first() {
        return members.get(0);
    }

    /** What most members say, and how many do when not all; the first of several that are as frequent. */
    String mostly(Function<T, String> text) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        members.forEach(member -> counts.merge(text.apply(member), 1, Integer::sum));
        Map.Entry<String, Integer> most = counts.entrySet().stream()
                .reduce((one, other) -> other.getValue() > one.getValue() ? other : one)
                .orElseThrow();
        return counts.size() == 1
                ? most.getKey()
                : String.format(Locale.ROOT, "%,d of %,d: %s", most.getValue(), members.size(), most.getKey());
    }
}
