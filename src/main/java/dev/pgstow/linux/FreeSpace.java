package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What of a file system is free, and what of that measuring leaves: a test file's size once more, and a share of the whole.
 *
 * @param usable by this user
 */
record FreeSpace(ByteSize usable, ByteSize total) {
    private static final double KEPT_FREE = 0.05;
    private static final long MIB = 1L << 20;

    /** Of the file system that a directory lies on. */
    static FreeSpace of(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        return new FreeSpace(new ByteSize(store.getUsableSpace()), new ByteSize(store.getTotalSpace()));
    }

    /** What must be free before a test file is made. */
    ByteSize neededFor(ByteSize file) {
        return file.times(2).plus(kept());
    }

    /** In whole MiB, the largest test file for which there is room. */
    ByteSize largestFile() {
        return new ByteSize(usable.minusFloored(kept()).bytes() / 2 / MIB * MIB);
    }

    private ByteSize kept() {
        return total.times(KEPT_FREE);
    }
}
