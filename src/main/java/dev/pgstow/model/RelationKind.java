package dev.pgstow.model;

import java.util.Locale;

/** What a relation is; the letters are those of {@code pg_class.relkind}. */
public enum RelationKind {
    TABLE('r'),
    INDEX('i'),
    MATERIALIZED_VIEW('m'),
    /** Has no file of its own; its tablespace is where new partitions go. */
    PARTITIONED_TABLE('p'),
    /** Has no file of its own; its tablespace is where the indexes of new partitions go. */
    PARTITIONED_INDEX('I');

    private final char relkind;

    RelationKind(char relkind) {
        this.relkind = relkind;
    }

    public char relkind() {
        return relkind;
    }

    public static RelationKind of(String relkind) {
        for (RelationKind kind : values()) {
            if (relkind.length() == 1 && relkind.charAt(0) == kind.relkind) {
                return kind;
            }
        }
        throw new IllegalArgumentException("relkind '" + relkind + "'");
    }

    public boolean isIndex() {
        return this == INDEX || this == PARTITIONED_INDEX;
    }

    /** Whether blocks of it lie in a file, so that moving it copies data. */
    public boolean hasStorage() {
        return this == TABLE || this == INDEX || this == MATERIALIZED_VIEW;
    }

    /** The word in plans and messages, such as {@code materialized view}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
