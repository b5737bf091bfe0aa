package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/** Writes a text file whole: whoever reads it sees the old text or the new one, also after a crash. */
final class AtomicFile {
    private AtomicFile() {}

    /**
     * Writes a file, following a symbolic link to its target.
     *
     * @throws PgstowException (bad-file) when it cannot be written; an old file is then untouched
     */
    static void write(Path file, String text) {
        Path temporary = null;
        try {
            Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
            Path name = Objects.requireNonNull(target.getFileName(), "file name");
            temporary = target.resolveSibling(
                    "." + name + "." + ProcessHandle.current().pid() + ".tmp");
            Files.writeString(
                    temporary,
                    text,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            remove(temporary);
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "cannot write '" + file + "': " + e.getMessage(),
                    "Name a file in a directory that exists and that you may write to.",
                    e);
        }
    }

    private static void remove(@org.jspecify.annotations.Nullable Path temporary) {
        try {
            if (temporary != null) {
                Files.deleteIfExists(temporary);
            }
        } catch (IOException e) {
            // the error that led here says more
        }
    }
}
