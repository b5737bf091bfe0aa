package dev.pgstow.linux;

import com.sun.nio.file.ExtendedOpenOption;
import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file without a name: it lives as long as it is open, so that the kernel frees it whatever becomes of this process.
 *
 * @param direct passes the page cache; null where the file system refuses
 * @param link by which other processes can open it, such as {@code /proc/4711/fd/12}; null where there is no such link
 */
record OpenFile(
        FileChannel buffered,
        @Nullable FileChannel direct,
        @Nullable Path link) implements AutoCloseable {
    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    /** Makes a file and takes its name away before the first block is written. */
    static OpenFile create(Path file) throws IOException {
        FileChannel buffered = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            Path link = link(file.toRealPath()).orElse(null);
            FileChannel direct = openDirect(file);
            Files.delete(file);
            boolean served = serves(direct);
            buffered.truncate(0);
            return new OpenFile(buffered, served ? direct : null, link);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            buffered.close();
            throw e;
        }
    }

    /** The channel for patterns that pass the page cache, if they can. */
    FileChannel unbuffered() {
        return direct == null ? buffered : direct;
    }

    @Override
    public void close() throws IOException {
        try (buffered) {
            if (direct != null) {
                direct.close();
            }
        }
    }

    private static Optional<Path> link(Path file) throws IOException {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                if (Files.isSymbolicLink(descriptor) && target(descriptor).equals(file)) {
                    return Optional.of(
                            Path.of("/proc/" + ProcessHandle.current().pid() + "/fd")
                                    .resolve(descriptor.getFileName()));
                }
            }
            return Optional.empty();
        }
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return descriptor; // closed since it was listed
        }
    }

    /** A second channel that passes the page cache, or null where the file system refuses. */
    private static @Nullable FileChannel openDirect(Path file) {
        try {
            return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** Whether it takes blocks of 8 KiB: a file system with larger blocks refuses only when it comes to reading or writing. */
    private static boolean serves(@Nullable FileChannel direct) throws IOException {
        if (direct == null) {
            return false;
        }
        try {
            ByteBuffer block = Buffers.aligned(Math.toIntExact(ByteSize.BLOCK));
            Buffers.write(direct, block, 0);
            Buffers.read(direct, block, 0);
            return true;
        } catch (IOException e) {
            direct.close();
            return false;
        }
    }
}
