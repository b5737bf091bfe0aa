package dev.pgstow.advise;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.RelationName;
import java.util.Objects;

/** A relation that stays where it is, and why. */
public record Stay(RelationName relation, String tablespace, ByteSize size, String reason) {
    /** How the reason of a relation begins that hardly matters. */
    public static final String HARDLY_USED = "hardly used";

    public Stay {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(tablespace, "tablespace");
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(reason, "reason");
    }
}
