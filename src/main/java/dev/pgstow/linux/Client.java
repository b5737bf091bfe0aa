package dev.pgstow.linux;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** One thread of a closed loop: pause, prepare, ask, record; until it is told to stop or has nothing left to ask for. */
final class Client implements Callable<Void> {
    private final Requests requests;
    private final long pause;
    private final Gate gate;
    private final Recording recording;
    /** By how much a sleeper wakes too late, in nanoseconds. */
    private long late = 100_000;

    Client(Requests requests, Duration pause, Gate gate, Recording recording) {
        this.requests = requests;
        this.pause = pause.toNanos();
        this.gate = gate;
        this.recording = recording;
    }

    /**
     * Sleeps, and computes at the end as a backend does before it reads: the kernel wakes a sleeper later than it asked for, by
     * 50 us and more. How late is learnt, so that the pause gets neither longer nor more of it computed than needed.
     */
    private void pause() {
        long since = System.nanoTime();
        long asked = pause - late;
        if (asked > 0) {
            LockSupport.parkNanos(asked);
            late = Math.max(late - late / 50, System.nanoTime() - since - asked);
        } else {
            late -= late / 50;
        }
        while (System.nanoTime() - since < pause && !recording.stopped()) {
            Thread.onSpinWait();
        }
    }

    @Override
    public Void call() throws IOException {
        try {
            while (!recording.stopped() && !requests.exhausted()) {
                if (pause > 0) {
                    pause();
                }
                gate.pass();
                requests.prepare();
                long before = System.nanoTime();
                int pattern = requests.issue();
                recording.record(pattern, System.nanoTime() - before);
            }
            return null;
        } finally {
            requests.end();
        }
    }
}
