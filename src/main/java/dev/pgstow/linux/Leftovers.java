package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The names of test files. A test file loses its name right after it was made, so only a process killed between these two
 * calls leaves something: an empty file with its process id in the name, which the next run removes.
 *
 * <p>The names begin with {@code pgsql_tmp}: pg_basebackup, pg_rewind and pg_checksums skip files of such names.
 */
final class Leftovers {
    private static final String PREFIX = "pgsql_tmp_pgstow.";

    private Leftovers() {}

    /** The test file of this process in a directory. */
    static Path own(Path directory) {
        return directory.resolve(PREFIX + ProcessHandle.current().pid());
    }

    /** Removes the test files of processes that are no more. */
    static void remove(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PREFIX + "*")) {
            for (Path file : files) {
                if (isLeft(file)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static boolean isLeft(Path file) {
        String suffix = String.valueOf(file.getFileName()).substring(PREFIX.length());
        if (!suffix.matches("[0-9]{1,9}") || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Optional<ProcessHandle> owner = ProcessHandle.of(Long.parseLong(suffix));
        return owner.isEmpty() || owner.equals(Optional.of(ProcessHandle.current()));
    }
}
