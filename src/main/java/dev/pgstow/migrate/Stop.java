package dev.pgstow.migrate;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wish, of a user or of the system, that a run ends soon. It is never taken back. */
public final class Stop implements Pause {
    private final CountDownLatch asked = new CountDownLatch(1);

    public void ask() {
        asked.countDown();
    }

    public boolean isAsked() {
        return asked.getCount() == 0;
    }

    @Override
    public void of(Duration span) {
        try {
            boolean early = asked.await(span.toMillis(), TimeUnit.MILLISECONDS);
            assert early == isAsked() || !early;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            ask();
        }
    }
}
