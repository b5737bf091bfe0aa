package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.SplittableRandom;

/** Memory for direct I/O, and whole reads and writes at a position. */
final class Buffers {
    private static final int ALIGNMENT = Math.toIntExact(ByteSize.BLOCK);

    private Buffers() {}

    /** A buffer at an address that O_DIRECT accepts with any block size up to 8 KiB. */
    static ByteBuffer aligned(int bytes) {
        return ByteBuffer.allocateDirect(bytes + ALIGNMENT)
                .alignedSlice(ALIGNMENT)
                .limit(bytes)
                .slice();
    }

    static void fill(ByteBuffer buffer, SplittableRandom random) {
        for (int at = 0; at < buffer.capacity(); at += Long.BYTES) {
            buffer.putLong(at, random.nextLong());
        }
    }

    /** Makes a block differ from the one written before, in both of its halves: storage may share equal pages of 4 KiB. */
    static void vary(ByteBuffer block, SplittableRandom random) {
        for (int at = 0; at < block.capacity(); at += 4096) {
            block.putLong(at, random.nextLong());
        }
    }

    static void write(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            channel.write(buffer, position + buffer.position());
        }
    }

    static void read(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new EOFException("the test file is shorter than it was");
            }
        }
    }
}
