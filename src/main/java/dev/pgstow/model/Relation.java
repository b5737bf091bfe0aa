package dev.pgstow.model;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A relation as one snapshot of the catalog shows it.
 *
 * @param oid changes when an index is rebuilt concurrently
 * @param tablespace where it effectively lies: the database's default is resolved, never "0"
 * @param size of all its forks; for a table with its TOAST table and index (as {@code pg_table_size})
 * @param sizeExact false when the size was estimated from {@code relpages} because a lock was in the way
 * @param rows {@code reltuples}, -1 when never counted
 * @param index set for an index, absent otherwise
 * @param extension the extension that owns it, if one does
 * @param storage how it lies in its files
 */
public record Relation(
        RelationName name,
        RelationKind kind,
        long oid,
        String tablespace,
        ByteSize size,
        boolean sizeExact,
        Persistence persistence,
        String owner,
        String accessMethod,
        double rows,
        @Nullable IndexFacts index,
        @Nullable String extension,
        Storage storage) {
    public Relation {
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(tablespace, "tablespace");
        Objects.requireNonNull(size, "size");
        if (kind.isIndex() != (index != null)) {
            throw new IllegalArgumentException(name + ": index facts belong to an index and only to an index");
        }
    }

    /** A relation of which only is known what a move needs. */
    public Relation(
            RelationName name,
            RelationKind kind,
            long oid,
            String tablespace,
            ByteSize size,
            boolean sizeExact,
            Persistence persistence,
            String owner,
            String accessMethod,
            double rows,
            @Nullable IndexFacts index,
            @Nullable String extension) {
        this(
                name,
                kind,
                oid,
                tablespace,
                size,
                sizeExact,
                persistence,
                owner,
                accessMethod,
                rows,
                index,
                extension,
                Storage.UNKNOWN);
    }

    /** With its size as measured. */
    public Relation sized(ByteSize all, ByteSize toast) {
        return new Relation(
                name,
                kind,
                oid,
                tablespace,
                all,
                true,
                persistence,
                owner,
                accessMethod,
                rows,
                index,
                extension,
                new Storage(storage.fileNode(), toast, storage.fillfactor(), storage.partitionOf()));
    }

    /** As the last VACUUM or ANALYZE saw it, {@code reltuples} and {@code relpages}; a measured size stays. */
    public Relation analyzed(double reltuples, int relpages) {
        ByteSize seen = sizeExact ? size : ByteSize.ofBlocks(Math.max(0, relpages));
        return reltuples == rows && seen.equals(size)
                ? this
                : new Relation(
                        name,
                        kind,
                        oid,
                        tablespace,
                        seen,
                        sizeExact,
                        persistence,
                        owner,
                        accessMethod,
                        reltuples,
                        index,
                        extension,
                        storage);
    }

    /** Its size without TOAST: what a scan of all its rows reads at the least. */
    public ByteSize withoutToast() {
        return size.minusFloored(storage.toast());
    }

    public Optional<IndexFacts> indexFacts() {
        return Optional.ofNullable(index);
    }

    /** The table whose users feel a move of this relation: its own name, or the table an index belongs to. */
    public RelationName table() {
        return index == null ? name : index.table();
    }
}
