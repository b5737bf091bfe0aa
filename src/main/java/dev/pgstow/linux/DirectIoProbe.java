package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Place;
import dev.pgstow.profile.ProfileRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures with files of its own and O_DIRECT, past the page cache; through the page cache where a file system refuses. */
public final class DirectIoProbe implements DeviceProbe {
    /** How long to watch what others use of the processors. */
    private static final long WATCH = 300;

    private final String version;
    private final Gate gate;

    /**
     * A probe.
     *
     * @param version of pgstow
     * @param requestsPerSecond never more than these; null for as many as the storage serves
     */
    public DirectIoProbe(String version, @Nullable Double requestsPerSecond) {
        this.version = version;
        this.gate = requestsPerSecond == null ? Gate.OPEN : new Gate(requestsPerSecond);
    }

    @Override
    public String engine() {
        return "pgstow " + version;
    }

    /**
     * A size of which test files fit in all places: the one wished for, or as much less as the fullest of their file systems asks
     * for. {@link #check} still refuses one that not even the smallest fits in.
     */
    public static ByteSize fitting(List<Place> places, ByteSize wished) {
        ByteSize fitting = wished;
        for (Place place : places) {
            try {
                ByteSize largest =
                        FreeSpace.of(Directories.real(place.directory())).largestFile();
                fitting = largest.compareTo(fitting) < 0 ? largest : fitting;
            } catch (IOException e) {
                throw failure(place.directory(), e);
            }
        }
        return fitting.compareTo(ProfileRequest.SMALLEST) < 0 ? ProfileRequest.SMALLEST : fitting;
    }

    @Override
    public void check(Place place, ByteSize size) {
        Path directory = place.directory();
        Path real = Directories.writable(directory);
        try {
            FreeSpace space = FreeSpace.of(real);
            ByteSize needed = space.neededFor(size);
            if (space.usable().compareTo(needed) < 0) {
                throw new PgstowException(
                        ErrorCode.NO_SPACE,
                        "'" + directory + "' has " + space.usable() + " free; a test file of " + size + " needs "
                                + needed + " (twice its size, and 5 % of the file system)",
                        "Free space there, or measure with a smaller file: --size 16MiB.");
            }
        } catch (IOException e) {
            throw failure(directory, e);
        }
    }

    @Override
    public Session open(Place place, ByteSize size) {
        TestFiles files = create(place, size);
        return new DirectSession(place.directory(), files, gate, Processors.watched(WATCH));
    }

    /** Makes the test files, and removes what a killed run left. */
    TestFiles create(Place place, ByteSize size) {
        check(place, size);
        Path real = Directories.writable(place.directory());
        try {
            Leftovers.remove(real);
            return TestFiles.create(real, size);
        } catch (IOException e) {
            throw failure(place.directory(), e);
        }
    }

    /** What an error while reading or writing means to a person. */
    static PgstowException failure(Path directory, IOException e) {
        String message = String.valueOf(e.getMessage());
        if (message.contains("No space left") || message.contains("quota")) {
            return new PgstowException(
                    ErrorCode.NO_SPACE,
                    "no space for a test file in '" + directory + "': " + message,
                    "Free space there, or measure with a smaller file: --size 16MiB.",
                    e);
        }
        return new PgstowException(
                ErrorCode.UNSUPPORTED,
                "cannot measure '" + directory + "': " + message,
                "See the kernel's log (dmesg) when it is an input/output error. The test file is gone.",
                e);
    }
}
