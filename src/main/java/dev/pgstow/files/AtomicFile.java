package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;

/** Writes a text file whole: whoever reads it sees the old text or the new one, also after a crash. */
final class AtomicFile {
    private AtomicFile() {}

    /**
     * Sees whether a file could be written, for a caller with long work before that.
     *
     * @throws PgstowException (bad-file) when not
     */
    static void check(Path file) {
        Path target = target(file);
        Path directory = target.getParent();
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            throw failure(file, Files.isDirectory(target) ? "it is a directory" : "it is not a plain file");
        }
        if (directory == null || !Files.isDirectory(directory)) {
            throw failure(file, "there is no directory '" + directory + "'");
        }
        if (!Files.isWritable(directory)) {
            throw failure(file, "not permitted in directory '" + directory + "'");
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
                keepRights(target, draft);
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw failure(file, e.toString());
        }
    }

    /** A file that is replaced keeps its mode, and its owner and group where this user may give files away. */
    private static void keepRights(Path old, Path draft) throws IOException {
        if (!Files.exists(old)) {
            return;
        }
        PosixFileAttributes rights = Files.readAttributes(old, PosixFileAttributes.class);
        PosixFileAttributeView view = Files.getFileAttributeView(draft, PosixFileAttributeView.class);
        view.setPermissions(rights.permissions());
        try {
            view.setGroup(rights.group());
            view.setOwner(rights.owner());
        } catch (IOException e) {
            // only root may; the file is then this user's, as an editor would leave it
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
