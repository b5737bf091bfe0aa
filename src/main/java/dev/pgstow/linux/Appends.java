package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.SplittableRandom;

/** Writes of 8 KiB at the end of the file, through the page cache, not synced. Cuts the file back when it is full. */
final class Appends implements Requests {
    private final FileChannel channel;
    private final long from;
    private final long to;
    private final ByteBuffer block = Buffers.aligned(Math.toIntExact(ByteSize.BLOCK));
    private final SplittableRandom random = new SplittableRandom();
    private long position;

    Appends(FileChannel channel, long from, long to) {
        this.channel = channel;
        this.from = from;
        this.to = to;
        this.position = from;
        Buffers.fill(block, random);
    }

    @Override
    public void prepare() throws IOException {
        Buffers.vary(block, random);
        if (position + ByteSize.BLOCK > to) {
            end();
        }
    }

    @Override
    public void issue() throws IOException {
        Buffers.write(channel, block, position);
        position += ByteSize.BLOCK;
    }

    @Override
    public void end() throws IOException {
        channel.truncate(from);
        position = from;
    }
}
