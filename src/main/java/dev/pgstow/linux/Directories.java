package dev.pgstow.linux;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;

/** Looks at directories that a server or a person named, and says what to do where that is not possible. */
final class Directories {
    private static final String SERVER_USER =
            "Run pgstow on the server's machine as the user that runs the server, such as: sudo -u postgres pgstow profile";

    private static final String ELSEWHERE =
            ". If that is not possible, measure another directory on the same file system with"
                    + " --dir TIER=DIRECTORY, or read what fio measured there with --import FILE.";

    /** The bits of st_mode that tell what a file is, and what they say; see inode(7). */
    private static final int TYPE = 0170000;

    private static final Map<Integer, String> TYPES = Map.of(
            0060000, "a block device",
            0020000, "a character device",
            0100000, "a regular file",
            0010000, "a pipe",
            0140000, "a socket");

    private Directories() {}

    /**
     * A directory's absolute path without links.
     *
     * @throws PgstowException (refused) when it is something else or not there, (not-permitted) when it cannot be reached
     */
    static Path real(Path directory) {
        try {
            Path real = directory.toRealPath();
            if (!Files.isDirectory(real)) {
                throw new PgstowException(
                        ErrorCode.REFUSED,
                        "'" + directory + "' " + what(directory, real) + ", not a directory",
                        "Name a directory on the device; pgstow measures with a file and never writes to a device itself.");
            }
            return real;
        } catch (NoSuchFileException e) {
            throw new PgstowException(
                    ErrorCode.REFUSED, "no directory '" + directory + "' on this machine", SERVER_USER + ELSEWHERE, e);
        } catch (AccessDeniedException e) {
            throw new PgstowException(
                    ErrorCode.NOT_PERMITTED,
                    "not permitted to look at '" + directory + "'",
                    SERVER_USER + ELSEWHERE,
                    e);
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.REFUSED, "cannot look at '" + directory + "': " + e.getMessage(), SERVER_USER + ".", e);
        }
    }

    /**
     * Likewise, and files can be made in it.
     *
     * @throws PgstowException as {@link #real}, (not-permitted) when it cannot be written to
     */
    static Path writable(Path directory) {
        Path real = real(directory);
        if (!Files.isWritable(real) || !Files.isExecutable(real)) {
            throw new PgstowException(
                    ErrorCode.NOT_PERMITTED, "not permitted to write to '" + directory + "'", SERVER_USER + ELSEWHERE);
        }
        return real;
    }

    private static String what(Path named, Path real) throws IOException {
        int mode = (Integer) Files.getAttribute(real, "unix:mode");
        String what = "is " + TYPES.getOrDefault(mode & TYPE, "something else");
        return real.equals(named.toAbsolutePath().normalize()) ? what : "leads to '" + real + "', which " + what;
    }
}
