package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.SplittableRandom;

/**
 * Overwrites of 8 KiB through the page cache, each followed by fdatasync or fsync: what a commit does to a WAL segment that
 * is recycled. Cycles through as much as one segment.
 */
final class SyncWrites implements Requests {
    private static final long SEGMENT = 16L << 20;

    private final FileChannel channel;
    private final boolean metadata;
    private final long blocks;
    private final ByteBuffer block = Buffers.aligned(Math.toIntExact(ByteSize.BLOCK));
    private final SplittableRandom random = new SplittableRandom();
    private long next;

    /** @param metadata for fsync rather than fdatasync */
    SyncWrites(Span span, boolean metadata) {
        this.channel = span.channel();
        this.metadata = metadata;
        this.blocks = Math.min(span.to(), SEGMENT) / ByteSize.BLOCK;
        Buffers.fill(block, random);
    }

    @Override
    public void prepare() {
        Buffers.vary(block, random);
    }

    @Override
    public int issue() throws IOException {
        Buffers.write(channel, block, next * ByteSize.BLOCK);
        channel.force(metadata);
        next = (next + 1) % blocks;
        return 0;
    }
}
