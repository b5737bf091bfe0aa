package dev.pgstow.model;

import java.util.Comparator;
import java.util.Objects;

/** The name of a relation within a cluster, exactly as the catalog has it: unquoted, never folded or trimmed. */
public record RelationName(String database, String schema, String name) implements Comparable<RelationName> {
    private static final Comparator<RelationName> ORDER = Comparator.comparing(RelationName::database)
            .thenComparing(RelationName::schema)
            .thenComparing(RelationName::name);

    public RelationName {
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(name, "name");
    }

    @Override
    public int compareTo(RelationName other) {
        return ORDER.compare(this, other);
    }

    /**
     * For people, on one line: {@code shop.public.products}; a part that is not a plain identifier stands in double
     * quotes with control and format characters escaped as {@code \}{@code u000a}. Not SQL.
     */
    @Override
    public String toString() {
        return part(database) + "." + part(schema) + "." + part(name);
    }

    /** {@link #toString} without the database. */
    public String withinDatabase() {
        return part(schema) + "." + part(name);
    }

    private static String part(String name) {
        if (name.matches("[a-z_][a-z0-9_$]*")) {
            return name;
        }
        StringBuilder text = new StringBuilder("\"");
        name.codePoints().forEach(c -> {
            if (isInvisible(c)) {
                text.append(c < 0x10000 ? String.format("\\u%04x", c) : String.format("\\U%08x", c));
            } else {
                text.append(c == '"' ? "\"\"" : Character.toString(c));
            }
        });
        return text.append('"').toString();
    }

    private static boolean isInvisible(int c) {
        int type = Character.getType(c);
        return Character.isISOControl(c)
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}
