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

    Client(Requests requests, Duration pause, Gate gate, Recording recording) {
        this.requests = requests;
        this.pause = pause.toNanos();
        this.gate = gate;
        this.recording = recording;
    }

    @Override
    public Void call() throws IOException {
        try {
            while (!recording.stopped() && !requests.exhausted()) {
                if (pause > 0) {
                    LockSupport.parkNanos(pause);
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
