package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/** Blocks of 8 KiB of one file in a random order, none of them twice: the page cache cannot know them yet. */
final class ColdReads implements Requests {
    private static final int BLOCK = Math.toIntExact(ByteSize.BLOCK);

    private final List<Span> spans;
    private final int[] order;
    private final ByteBuffer block = Buffers.aligned(BLOCK);
    private int next;

    /** @param spans of equal size */
    ColdReads(List<Span> spans) {
        this.spans = spans;
        this.order = new int[Math.toIntExact(spans.get(0).blocks(BLOCK) * spans.size())];
        SplittableRandom random = new SplittableRandom();
        for (int i = 0; i < order.length; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
    }

    @Override
    public int issue() throws IOException {
        Span span = spans.get(order[next] % spans.size());
        Buffers.read(span.channel(), block, span.from() + (long) (order[next] / spans.size()) * BLOCK);
        next++;
        return 0;
    }

    @Override
    public boolean exhausted() {
        return next >= order.length;
    }
}
