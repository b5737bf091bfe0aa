package dev.pgstow.migrate;

import dev.pgstow.model.RelationName;
import java.util.Objects;

/**
 * An invalid index that a concurrent rebuild left behind: {@code ..._ccnew} of one that failed, {@code ..._ccold} of one that
 * succeeded but was cut off before it dropped the old file.
 */
public record Leftover(RelationName name, long oid, String tablespace) {
    public Leftover {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(tablespace, "tablespace");
    }
}
