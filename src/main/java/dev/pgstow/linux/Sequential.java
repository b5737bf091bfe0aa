package dev.pgstow.linux;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;

/** Pieces one after the other, each thread from its own place through all files, around their end unless only once. */
final class Sequential implements Requests {
    private final List<Span> spans;
    private final boolean write;
    private final boolean once;
    private final ByteBuffer piece;
    private final SplittableRandom random = new SplittableRandom();
    private int span;
    private long position;
    private long left;

    /**
     * @param once to end when this thread's share of the files was read
     * @param thread which of so many threads this is
     */
    Sequential(List<Span> spans, int bytes, boolean write, boolean once, int thread, int threads) {
        this.spans = spans;
        this.write = write;
        this.once = once;
        this.piece = Buffers.aligned(bytes);
        if (write) {
            Buffers.fill(piece, random);
        }
        long all = spans.stream().mapToLong(each -> each.blocks(bytes)).sum();
        this.left = all / threads;
        go(all * thread / threads);
    }

    @Override
    public void prepare() {
        if (write) {
            Buffers.vary(piece, random);
        }
    }

    @Override
    public int issue() throws IOException {
        Span here = spans.get(span);
        if (write) {
            Buffers.write(here.channel(), piece, position);
        } else {
            Buffers.read(here.channel(), piece, position);
        }
        left--;
        position += piece.capacity();
        if (position + piece.capacity() > here.to()) {
            span = (span + 1) % spans.size();
            position = spans.get(span).from();
        }
        return 0;
    }

    @Override
    public boolean exhausted() {
        return once && left <= 0;
    }

    private void go(long piecesOn) {
        long ahead = piecesOn;
        while (ahead >= spans.get(span).blocks(piece.capacity())) {
            ahead -= spans.get(span).blocks(piece.capacity());
            span = (span + 1) % spans.size();
        }
        position = spans.get(span).from() + ahead * piece.capacity();
    }
}
