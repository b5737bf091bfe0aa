package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.FioReader;
import dev.pgstow.profile.Place;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measures with the program fio: the same patterns in the same files. They have no name, so fio opens them by their links in
 * {@code /proc}, and nothing of them can be left behind.
 */
public final class FioProbe implements DeviceProbe {
    private final DirectIoProbe files;
    private final FioReader reader;
    private final FioProgram program;
    private final @Nullable Double requestsPerSecond;
    private final String version;

    /**
     * A probe.
     *
     * @param requestsPerSecond never more than these; null for as many as the storage serves
     * @throws PgstowException (unsupported) when there is no fio on the PATH
     */
    public FioProbe(String pgstow, FioReader reader, @Nullable Double requestsPerSecond) {
        this.files = new DirectIoProbe(pgstow, null);
        this.reader = reader;
        this.program = new FioProgram();
        this.requestsPerSecond = requestsPerSecond;
        this.version = version();
    }

    @Override
    public String engine() {
        return version;
    }

    @Override
    public void check(Place place, ByteSize size) {
        files.check(place, size);
    }

    @Override
    public Session open(Place place, ByteSize size) {
        TestFiles created = files.create(place, size);
        if (created.links().isEmpty()) {
            TestFileSession.close(place.directory(), created);
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "fio cannot be given the test files in '" + place.directory() + "': there are no links in /proc",
                    "Leave out --engine, or run fio yourself and use --import.");
        }
        return new FioSession(place.directory(), created, new FioJobs(created, requestsPerSecond), program, reader);
    }

    /** {@code fio-3.33} reads better as {@code fio 3.33}. */
    private String version() {
        try {
            return program.run(List.of("--version")).strip().replaceFirst("^fio-", "fio ");
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "no program 'fio' on the PATH",
                    "Install it (package fio of Debian, Ubuntu and Red Hat), or leave out --engine.",
                    e);
        }
    }
}
