package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.DeviceProbe;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/** Measures through one file with O_DIRECT, past the page cache; through the page cache where a file system refuses. */
public final class DirectIoProbe implements DeviceProbe {
    /** Free space that measuring leaves: the file's size once more, and this share of the file system. */
    private static final double KEPT_FREE = 0.05;

    @Override
    public void check(Path directory, ByteSize size) {
        Path real = Directories.writable(directory);
        try {
            FileStore store = Files.getFileStore(real);
            ByteSize usable = new ByteSize(store.getUsableSpace());
            ByteSize needed = size.times(2).plus(new ByteSize(store.getTotalSpace()).times(KEPT_FREE));
            if (usable.compareTo(needed) < 0) {
                throw new PgstowException(
                        ErrorCode.NO_SPACE,
                        "'" + directory + "' has " + usable + " free; a test file of " + size + " needs " + needed
                                + " (twice its size, and 5 % of the file system)",
                        "Free space there, or measure with a smaller file: --size 64MiB.");
            }
        } catch (IOException e) {
            throw failure(directory, e);
        }
    }

    @Override
    public Session open(Path directory, ByteSize size) {
        check(directory, size);
        Path real = Directories.writable(directory);
        try {
            Leftovers.remove(real);
            return TestFile.create(real, size);
        } catch (IOException e) {
            throw failure(directory, e);
        }
    }

    /** What an error while reading or writing means to a person. */
    static PgstowException failure(Path directory, IOException e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("No space left") || message.contains("quota")) {
            return new PgstowException(
                    ErrorCode.NO_SPACE,
                    "no space for a test file in '" + directory + "': " + message,
                    "Free space there, or measure with a smaller file: --size 64MiB.",
                    e);
        }
        return new PgstowException(
                ErrorCode.UNSUPPORTED,
                "cannot measure '" + directory + "': " + message,
                "See the kernel's log (dmesg) when it is an input/output error. The test file is gone.",
                e);
    }
}
