package dev.pgstow.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads of 128 KiB one after the other, each thread from its own place in the file, around its end. */
final class SequentialReads implements Requests {
    /** What PostgreSQL combines at most by default ({@code io_combine_limit}, 17+), and the kernel's usual read-ahead. */
    static final int BYTES = 128 << 10;

    private final FileChannel channel;
    private final long end;
    private final ByteBuffer piece = Buffers.aligned(BYTES);
    private long position;

    SequentialReads(FileChannel channel, long bytes, int thread, int threads) {
        this.channel = channel;
        this.end = bytes / BYTES * BYTES;
        this.position = bytes / threads * thread / BYTES * BYTES;
    }

    @Override
    public void issue() throws IOException {
        Buffers.read(channel, piece, position);
        position = (position + BYTES) % end;
    }
}
