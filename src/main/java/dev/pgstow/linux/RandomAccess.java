package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/** Blocks of 8 KiB at random places of random files, read or overwritten (not synced) in a given proportion. */
final class RandomAccess implements Requests {
    private static final int BLOCK = Math.toIntExact(ByteSize.BLOCK);

    private final List<Span> spans;
    private final double writes;
    private final ByteBuffer read = Buffers.aligned(BLOCK);
    private final ByteBuffer written = Buffers.aligned(BLOCK);
    private final SplittableRandom random = new SplittableRandom();
    private boolean write;

    /** @param writes share of the requests that write: they are the second pattern unless there is no other */
    RandomAccess(List<Span> spans, double writes) {
        this.spans = spans;
        this.writes = writes;
        Buffers.fill(written, random);
    }

    @Override
    public void prepare() {
        write = writes >= 1 || (writes > 0 && random.nextDouble() < writes);
        if (write) {
            Buffers.vary(written, random);
        }
    }

    @Override
    public int issue() throws IOException {
        Span span = spans.get(random.nextInt(spans.size()));
        long position = span.from() + random.nextLong(span.blocks(BLOCK)) * BLOCK;
        if (write) {
            Buffers.write(span.channel(), written, position);
            return writes < 1 ? 1 : 0;
        }
        Buffers.read(span.channel(), read, position);
        return 0;
    }
}
