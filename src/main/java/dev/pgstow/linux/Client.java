package dev.pgstow.linux;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** One thread of a closed loop: pause, prepare, ask, record; until it is told to stop or has nothing left to ask for. */
final class Client implements Callable<Void> {
    private static final long WAKE_UP = 100_000;

    private final Requests requests;
    private final long pause;
    private final Gate gate;
    private final Recording recording;

    Client(Requests requests, Duration pause, Gate gate, Recording recording) {
        this.requests = requests;
        this.pause = pause.toNanos();
        this.gate = gate;
        this.recording = recording;
    }

    /**
     * Sleeps, and computes at the end as a backend does before it reads: the kernel wakes a sleeper later than it asked for, by
     * 50 us and more.
     */
    private void pause() {
        long end = System.nanoTime() + pause;
        LockSupport.parkNanos(Math.max(1, pause - WAKE_UP));
        while (System.nanoTime() < end && !recording.stopped()) {
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
