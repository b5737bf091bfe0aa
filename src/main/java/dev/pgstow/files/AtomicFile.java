package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes a text file whole: whoever reads it sees the old text or the new one, also after a crash. */
final class AtomicFile {
    private AtomicFile() {}

    /**
     * Sees whether a file could be written, for a caller with long work before that.
     *
     * @throws PgstowException (bad-file) when not
     */
    static void check(Path file) {
        Path directory = target(file).getParent();
        if (Files.isDirectory(file) || directory == null || !Files.isWritable(directory)) {
            throw failure(file, Files.isDirectory(file) ? "it is a directory" : "no such directory, or not permitted");
        }
    }

    /**
     * Writes a file, following a symbolic link to its target.
     *
     * @throws PgstowException (bad-file) when it cannot be written; an old file is then untouched
     */
    static void write(Path file, String text) {
        check(file);
        Path target = target(file);
        Path draft = target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid());
        try {
            try {
                Files.writeString(
                        draft,
                        text,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.SYNC);
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw failure(file, e.toString());
        }
    }

    private static Path target(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException e) {
            return file.toAbsolutePath();
        }
    }

    private static PgstowException failure(Path file, String reason) {
        return new PgstowException(
                ErrorCode.BAD_FILE,
                "cannot write '" + file + "': " + reason,
                "Name a file in a directory that exists and that you may write to.");
    }
}
