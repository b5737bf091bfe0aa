package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import java.nio.file.Path;
import java.time.Duration;

/** Port: measures the storage under a directory with one test file of bounded size, which no outcome leaves behind. */
public interface DeviceProbe {
    /**
     * Sees whether {@link #open} would be possible; writes nothing.
     *
     * @throws PgstowException (refused, not-permitted or no-space) when not
     */
    void check(Path directory, ByteSize size);

    /**
     * Makes and fills the test file.
     *
     * @param size what the file takes at most
     * @throws PgstowException (refused, not-permitted or no-space) when it cannot be made; nothing is left then
     */
    Session open(Path directory, ByteSize size);

    /** A test file that exists; closing it removes it. */
    interface Session extends AutoCloseable {
        /** False when the file system refused direct I/O, so that the page cache is part of the figures. */
        boolean directIo();

        /** Keeps the device busy with one pattern for a time. */
        PatternResult measure(Step step, Duration time);

        @Override
        void close();
    }
}
