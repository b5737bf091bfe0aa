package dev.pgstow.linux;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Lets no more than so many requests a second through, of all threads together. */
final class Gate {
    static final Gate OPEN = new Gate(0);

    private final long interval;
    private final AtomicLong next = new AtomicLong(Long.MIN_VALUE);

    /** @param perSecond zero for as many as may come */
    Gate(double perSecond) {
        this.interval = perSecond > 0 ? (long) (1e9 / perSecond) : 0;
    }

    boolean isOpen() {
        return interval == 0;
    }

    /** Waits for this request's turn. */
    void pass() {
        if (isOpen()) {
            return;
        }
        long now = System.nanoTime();
        long turn = next.updateAndGet(last -> Math.max(last + interval, now));
        for (long wait = turn - now; wait > 0; wait = turn - System.nanoTime()) {
            LockSupport.parkNanos(wait);
            if (Thread.interrupted()) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
