package dev.pgstow.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C and SIGTERM. The work is asked to end, in its own thread and with its own clean-up, and the process waits for that
 * up to a grace period before it goes down with status 130 or 143. Open one around the work and close it after.
 */
final class Stop implements AutoCloseable {
    private final CountDownLatch requested = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread hook;

    /**
     * Begins to listen.
     *
     * @param grace how long the work may take to end
     * @param onRequest run at once when the signal comes, in another thread, for what must be woken up
     */
    Stop(Duration grace, Runnable onRequest) {
        hook = new Thread(
                () -> {
                    requested.countDown();
                    onRequest.run();
                    awaitQuietly(ended, grace);
                },
                "stop");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    boolean requested() {
        return requested.getCount() == 0;
    }

    /** Lets time pass; false, and at once, when the end is asked for. */
    boolean pause(Duration duration) {
        return !awaitQuietly(requested, duration);
    }

    @Override
    public void close() {
        ended.countDown();
        if (!requested()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // the signal came just now: the hook runs and ends by itself
            }
        }
    }

    private static boolean awaitQuietly(CountDownLatch latch, Duration duration) {
        try {
            return latch.await(duration.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
