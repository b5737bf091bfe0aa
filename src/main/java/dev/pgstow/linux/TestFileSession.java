package dev.pgstow.linux;

import dev.pgstow.profile.DeviceProbe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The test files of one place while they are measured, whoever makes the requests. */
abstract class TestFileSession implements DeviceProbe.Session {
    private final Path directory;
    private final TestFiles files;

    TestFileSession(Path directory, TestFiles files) {
        this.directory = directory;
        this.files = files;
    }

    /** What a person calls the place, which may be a link. */
    final Path directory() {
        return directory;
    }

    final TestFiles files() {
        return files;
    }

    @Override
    public final boolean directIo() {
        return files.directIo();
    }

    @Override
    public final List<String> notes() {
        return directIo()
                ? List.of()
                : List.of("'" + directory + "' takes no direct I/O: the page cache is part of the figures");
    }

    @Override
    public final void close() {
        close(directory, files);
    }

    /** Gives the files up, with an error that a person understands. */
    static void close(Path directory, TestFiles files) {
        try {
            files.close();
        } catch (IOException e) {
            throw DirectIoProbe.failure(directory, e);
        }
    }
}
