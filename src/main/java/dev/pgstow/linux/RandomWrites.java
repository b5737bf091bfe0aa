package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.SplittableRandom;

/** Overwrites of 8 KiB at random places, not synced. */
final class RandomWrites implements Requests {
    private final FileChannel channel;
    private final long blocks;
    private final ByteBuffer block = Buffers.aligned(Math.toIntExact(ByteSize.BLOCK));
    private final SplittableRandom random = new SplittableRandom();

    RandomWrites(FileChannel channel, long bytes) {
        this.channel = channel;
        this.blocks = bytes / ByteSize.BLOCK;
        Buffers.fill(block, random);
    }

    @Override
    public void prepare() {
        Buffers.vary(block, random);
    }

    @Override
    public void issue() throws IOException {
        Buffers.write(channel, block, random.nextLong(blocks) * ByteSize.BLOCK);
    }
}
