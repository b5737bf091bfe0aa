package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files whole: a reader sees the old text or the new one, whatever happens in between. */
final class TextFile {
    private TextFile() {}

    static void write(Path file, String text) {
        Path target = file.toAbsolutePath();
        Path draft = target.resolveSibling(
                "." + target.getFileName() + "." + ProcessHandle.current().pid());
        try {
            try {
                Files.writeString(draft, text);
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "cannot write '" + file + "': " + e,
                    "The directory must exist and be writable.",
                    e);
        }
    }
}
