package dev.pgstow.linux;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Tells whether the server that answered runs on this machine: paths of its tablespaces mean nothing elsewhere, though a
 * standby's machine has the same.
 */
public final class LocalServer {
    /** Written into the data directory when the server starts; PostgreSQL's miscadmin.h tells what each line is. */
    private static final String LOCK_FILE = "postmaster.pid";

    private static final int START_TIME = 2;
    /** Between the writing of that file and the start that the server tells lies the making of its shared memory. */
    private static final Duration STARTING = Duration.ofMinutes(2);

    private static final String HINT =
            "Run pgstow on the server's machine, or name directories on the devices of its tablespaces as"
                    + " they are called here: --dir TIER=DIRECTORY.";

    private LocalServer() {}

    /**
     * Passes when the data directory is here and belongs to that start of a server, and when this user may not look.
     *
     * @param started as the server tells
     * @throws PgstowException (refused) when it is another machine's
     */
    public static void require(Path dataDirectory, Instant started) {
        if (Files.notExists(dataDirectory)) {
            throw refused("the server's data directory '" + dataDirectory + "' is not on this machine");
        }
        Path lock = dataDirectory.resolve(LOCK_FILE);
        if (Files.isExecutable(dataDirectory) && Files.notExists(lock)) {
            throw refused("the data directory '" + dataDirectory
                    + "' on this machine is of a server that does not run, not of the" + " one that answered");
        }
        try {
            List<String> lines = Files.readAllLines(lock);
            Instant here = Instant.ofEpochSecond(Long.parseLong(lines.get(START_TIME)));
            if (Duration.between(here, started).abs().compareTo(STARTING) > 0) {
                throw refused(
                        "the data directory '" + dataDirectory + "' on this machine is of a server that started at "
                                + here + ", the one that answered started at " + started);
            }
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return; // not to be read: whoever may not look there may not measure there either, and is told so
        }
    }

    private static PgstowException refused(String message) {
        return new PgstowException(ErrorCode.REFUSED, message, HINT);
    }
}
