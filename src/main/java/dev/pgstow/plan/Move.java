package dev.pgstow.plan;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One relation, from one tablespace to another, by one method.
 *
 * @param oid the relation's OID when the plan was made: its fingerprint; null in a plan written by hand
 * @param size of what is copied or rebuilt, when the plan was made
 * @param estimate how long the move takes once it has its lock
 * @param wal how much WAL it writes
 */
public record Move(
        RelationName relation,
        RelationKind kind,
        @Nullable Long oid,
        String from,
        String to,
        Method method,
        ByteSize size,
        DurationRange estimate,
        ByteSize wal,
        String reason) {
    public Move {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(estimate, "estimate");
        Objects.requireNonNull(wal, "wal");
        Objects.requireNonNull(reason, "reason");
    }

    public Lock lock() {
        return method.lock();
    }
}
