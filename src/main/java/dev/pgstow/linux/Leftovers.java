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

    /** A test file of this process in a directory. */
    static Path own(Path directory, int number) {
        return directory.resolve(PREFIX + ProcessHandle.current().pid() + "." + number);
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
        String process = suffix.replaceFirst("\\.[0-9]{1,3}$", "");
        if (!process.matches("[0-9]{1,9}") || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Optional<ProcessHandle> owner = ProcessHandle.of(Long.parseLong(process));
        return owner.isEmpty() || owner.equals(Optional.of(ProcessHandle.current()));
    }
}
