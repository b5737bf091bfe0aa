package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.SplittableRandom;

/**
 * Overwrites of 8 KiB through the page cache, each followed by fdatasync: what a commit does to a WAL segment that is
 * recycled. Cycles through as much as one segment.
 */
final class SyncWrites implements Requests {
    private static final long SEGMENT = 16L << 20;

    private final FileChannel channel;
    private final long blocks;
    private final ByteBuffer block = Buffers.aligned(Math.toIntExact(ByteSize.BLOCK));
    private final SplittableRandom random = new SplittableRandom();
    private long next;

    SyncWrites(FileChannel channel, long bytes) {
        this.channel = channel;
        this.blocks = Math.min(bytes, SEGMENT) / ByteSize.BLOCK;
        Buffers.fill(block, random);
    }

    @Override
    public void prepare() {
        Buffers.vary(block, random);
    }

    @Override
    public void issue() throws IOException {
        Buffers.write(channel, block, next * ByteSize.BLOCK);
        channel.force(false);
        next = (next + 1) % blocks;
    }
}
