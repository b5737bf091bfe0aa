package dev.pgstow.linux;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.SplittableRandom;

/**
 * Writes of 8 KiB at the end of a file, through the page cache; after every 4 MiB an fsync, which is the step's second pattern.
 * Empties the file when it is full.
 */
final class Appends implements Requests {
    private static final int BLOCK = Math.toIntExact(ByteSize.BLOCK);

    private final FileChannel channel;
    private final long to;
    private final ByteBuffer block = Buffers.aligned(BLOCK);
    private final SplittableRandom random = new SplittableRandom();
    private long position;
    private boolean flushed = true;

    /** @param to the most that the file may take; a flush's worth at least is written between two flushes */
    Appends(FileChannel channel, long to) {
        this.channel = channel;
        this.to = to;
        Buffers.fill(block, random);
    }

    @Override
    public void prepare() throws IOException {
        if (flushed && position + AccessPattern.FLUSH.bytes() > to) {
            end();
        }
        Buffers.vary(block, random);
    }

    @Override
    public int issue() throws IOException {
        if (!flushed && position % AccessPattern.FLUSH.bytes() == 0) {
            channel.force(true);
            flushed = true;
            return 1;
        }
        Buffers.write(channel, block, position);
        position += BLOCK;
        flushed = false;
        return 0;
    }

    @Override
    public void end() throws IOException {
        channel.truncate(0);
        position = 0;
    }
}
