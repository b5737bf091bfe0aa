package dev.pgstow.files;

import dev.pgstow.collect.SnapshotSink;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Snapshot;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots on disk: one gzip member after the other, each a few lines of JSON ({@link SnapshotLines}), so that {@code zcat}
 * shows them and a snapshot is appended without touching those before. A member torn by a kill is left out when reading and
 * cut off before the next one is written.
 */
public final class SnapshotFile implements SnapshotSink, AutoCloseable {
    private final Path file;
    private final SnapshotLines lines = new SnapshotLines();
    private @Nullable FileChannel channel;

    public SnapshotFile(Path file) {
        this.file = Objects.requireNonNull(file, "file");
    }

    /** @throws PgstowException (bad-file) when it cannot be written, holds something else, or another process writes it */
    @Override
    public void append(Snapshot snapshot) {
        try {
            FileChannel end = channel == null ? open() : channel;
            channel = end;
            ByteArrayOutputStream member = new ByteArrayOutputStream();
            try (OutputStream gzip = new Quick(member)) {
                lines.write(snapshot, gzip);
            }
            ByteBuffer bytes = ByteBuffer.wrap(member.toByteArray());
            while (bytes.hasRemaining()) {
                end.write(bytes);
            }
            end.force(false);
        } catch (IOException e) {
            throw unwritable(String.valueOf(e.getMessage()), e);
        }
    }

    private FileChannel open() throws IOException {
        FileChannel opened =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (opened.tryLock() == null) {
                throw unwritable("another process writes it", null);
            }
            long whole = read(opened, file, new SnapshotLines(), snapshot -> {});
            opened.truncate(whole).position(whole);
            return opened;
        } catch (OverlappingFileLockException e) {
            opened.close();
            throw unwritable("this process writes it already", e);
        } catch (IOException | PgstowException e) {
            opened.close();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            throw unwritable(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Reads all whole snapshots, in the order of the file.
     *
     * @param notices told when something torn at the end is left out
     * @throws PgstowException (bad-file) when the file is missing or holds something else
     */
    public static void read(Path file, Consumer<String> notices, Consumer<Snapshot> each) {
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.READ)) {
            int[] read = new int[1];
            long whole = read(opened, file, new SnapshotLines(), snapshot -> {
                read[0]++;
                each.accept(snapshot);
            });
            if (whole < opened.size()) {
                notices.accept("the end of '" + file + "' is torn, as a kill leaves it: what comes after its first "
                        + read[0] + " snapshot(s) is left out");
            }
        } catch (NoSuchFileException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE, "no file '" + file + "'", "Run 'pgstow collect' under load to make it.", e);
        } catch (IOException e) {
            throw notSnapshots(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** Returns where the last whole snapshot ends. */
    private static long read(FileChannel channel, Path file, SnapshotLines lines, Consumer<Snapshot> each)
            throws IOException {
        Positioned in = new Positioned(channel);
        long whole = 0;
        while (!in.ended()) {
            try {
                each.accept(lines.read(new GzipCompressorInputStream(in, false)));
            } catch (SnapshotLines.NotSnapshots e) {
                throw notSnapshots(file, String.valueOf(e.getMessage()), e);
            } catch (IOException e) {
                if (whole == 0 && !beginsAsGzip(channel)) {
                    throw notSnapshots(file, String.valueOf(e.getMessage()), e);
                }
                return whole;
            }
            whole = in.position();
        }
        return whole;
    }

    /** A file torn in its first snapshot begins like one; anything else must not be cut off. */
    private static boolean beginsAsGzip(FileChannel channel) throws IOException {
        byte[] magic = {0x1f, (byte) 0x8b, 8};
        ByteBuffer start = ByteBuffer.allocate(magic.length);
        channel.read(start, 0);
        start.flip();
        return start.equals(ByteBuffer.wrap(magic, 0, start.limit()));
    }

    /** A first snapshot of very many relations takes longer to compress than to read, unless it is done quickly. */
    private static final class Quick extends GZIPOutputStream {
        private Quick(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }

    /** Knows how far it was read although it reads ahead: a gzip member's reader puts back what it did not need. */
    private static final class Positioned extends BufferedInputStream {
        private final FileChannel channel;

        private Positioned(FileChannel channel) throws IOException {
            super(stream(channel), 1 << 16);
            this.channel = channel;
        }

        private static InputStream stream(FileChannel channel) throws IOException {
            return Channels.newInputStream(channel.position(0));
        }

        private synchronized long position() throws IOException {
            return channel.position() - (count - pos);
        }

        private boolean ended() throws IOException {
            return position() >= channel.size();
        }
    }

    private PgstowException unwritable(String why, @Nullable Exception e) {
        return new PgstowException(
                ErrorCode.BAD_FILE, "cannot write '" + file + "': " + why, "Name another file with -o.", e);
    }

    private static PgstowException notSnapshots(Path file, String why, Exception e) {
        return new PgstowException(
                ErrorCode.BAD_FILE,
                "'" + file + "' does not hold snapshots: " + why,
                "It must be a file that 'pgstow collect' wrote.",
                e);
    }
}
