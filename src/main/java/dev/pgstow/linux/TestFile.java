package dev.pgstow.linux;

import com.sun.nio.file.ExtendedOpenOption;
import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The file that a tier is measured with. Its name is gone before the first block is written: the file lives as long as it is
 * open, so that the kernel frees it whatever becomes of this process.
 *
 * <p>Three quarters are filled with random data, which no layer below can compress or share; the last quarter is for
 * appending.
 */
final class TestFile implements DeviceProbe.Session {
    private static final int MIB = 1 << 20;

    private final Path directory;
    private final FileChannel buffered;
    private final @Nullable FileChannel direct;
    private final long filled;
    private final long size;

    private TestFile(Path directory, FileChannel buffered, @Nullable FileChannel direct, ByteSize size) {
        this.directory = directory;
        this.buffered = buffered;
        this.direct = direct;
        this.size = size.bytes();
        this.filled = this.size / 4 * 3 / MIB * MIB;
    }

    /** Makes the file, takes its name away, and fills it. */
    static TestFile create(Path directory, ByteSize size) throws IOException {
        Path file = Leftovers.own(directory);
        FileChannel buffered = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileChannel direct;
        try {
            direct = openDirect(file);
        } finally {
            Files.deleteIfExists(file);
        }
        TestFile testFile = new TestFile(directory, buffered, serves(direct) ? direct : null, size);
        try {
            testFile.fill();
        } catch (IOException | RuntimeException e) {
            testFile.close();
            throw e;
        }
        return testFile;
    }

    @Override
    public boolean directIo() {
        return direct != null;
    }

    @Override
    public PatternResult measure(Step step, Duration time) {
        try {
            return new ClosedLoop(step, time).run(thread -> requests(step, thread));
        } catch (IOException e) {
            throw DirectIoProbe.failure(directory, e);
        }
    }

    @Override
    public void close() {
        try {
            if (direct != null) {
                direct.close();
            }
            buffered.close();
        } catch (IOException e) {
            throw DirectIoProbe.failure(directory, e);
        }
    }

    private Requests requests(Step step, int thread) {
        FileChannel unbuffered = direct == null ? buffered : direct;
        return switch (step.pattern()) {
            case RANDOM_READ -> new RandomReads(unbuffered, filled);
            case SEQUENTIAL_READ -> new SequentialReads(unbuffered, filled, thread, step.depth());
            case RANDOM_WRITE -> new RandomWrites(unbuffered, filled);
            case SYNC_WRITE -> new SyncWrites(buffered, filled);
            case APPEND -> new Appends(buffered, filled, size);
        };
    }

    private void fill() throws IOException {
        FileChannel channel = direct == null ? buffered : direct;
        ByteBuffer buffer = Buffers.aligned(MIB);
        SplittableRandom random = new SplittableRandom();
        for (long position = 0; position < filled; position += MIB) {
            Buffers.fill(buffer, random);
            Buffers.write(channel, buffer, position);
        }
        channel.force(true);
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

    /** How many bytes one request of a pattern moves. */
    static int bytes(AccessPattern pattern) {
        return pattern == AccessPattern.SEQUENTIAL_READ ? SequentialReads.BYTES : Math.toIntExact(ByteSize.BLOCK);
    }
}
