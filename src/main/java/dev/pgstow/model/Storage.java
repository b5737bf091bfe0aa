package dev.pgstow.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a relation lies in its files.
 *
 * @param fileNode {@code relfilenode}: another one after TRUNCATE, VACUUM FULL, CLUSTER or a move; 0 without a file
 * @param toast the part of the size that is its TOAST table and the index of that; zero when {@code relpages} alone were seen
 * @param fillfactor in percent, as set for it or as its access method has it
 * @param partitionOf the partitioned table or index it is a part of
 */
public record Storage(
        long fileNode,
        ByteSize toast,
        int fillfactor,
        @Nullable RelationName partitionOf) {
    /** Of a relation of which no more is known. */
    public static final Storage UNKNOWN = new Storage(0, ByteSize.ZERO, 100, null);

    public Storage {
        Objects.requireNonNull(toast, "toast");
    }
}
