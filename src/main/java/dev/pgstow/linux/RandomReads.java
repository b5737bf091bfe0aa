package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.SplittableRandom;

/** Reads of 8 KiB at random places. */
final class RandomReads implements Requests {
    private final FileChannel channel;
    private final long blocks;
    private final ByteBuffer block = Buffers.aligned(Math.toIntExact(ByteSize.BLOCK));
    private final SplittableRandom random = new SplittableRandom();

    RandomReads(FileChannel channel, long bytes) {
        this.channel = channel;
        this.blocks = bytes / ByteSize.BLOCK;
    }

    @Override
    public void issue() throws IOException {
        Buffers.read(channel, block, random.nextLong(blocks) * ByteSize.BLOCK);
    }
}
