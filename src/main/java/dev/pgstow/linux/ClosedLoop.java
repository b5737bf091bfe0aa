package dev.pgstow.linux;

import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * As many threads as requests shall be in flight, each issuing one request after the other for a time. The first tenth of
 * the time warms up, without pauses, and is not counted.
 */
final class ClosedLoop {
    private static final double NANOSECONDS = 1e9;
    private static final int DIGITS = 3;

    private final Step step;
    private final long nanoseconds;

    /** What one thread saw: latencies in nanoseconds and requests per second, its pauses left out. */
    private record Seen(Histogram latencies, double rate) {}

    ClosedLoop(Step step, Duration time) {
        this.step = step;
        this.nanoseconds = time.toNanos();
    }

    /** Runs to the end of the time, and at least one request in each thread. */
    PatternResult run(IntFunction<Requests> requests) throws IOException {
        ExecutorService threads = Executors.newFixedThreadPool(step.depth());
        try {
            List<Future<Seen>> seen = threads.invokeAll(IntStream.range(0, step.depth())
                    .mapToObj(thread -> (java.util.concurrent.Callable<Seen>) () -> issueAll(requests.apply(thread)))
                    .toList());
            return result(seen);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while measuring");
        } finally {
            threads.shutdown();
        }
    }

    private Seen issueAll(Requests requests) throws IOException {
        Histogram latencies = new Histogram(DIGITS);
        long begin = System.nanoTime();
        long busySince = begin;
        long after = begin;
        do {
            long paused = after - begin < nanoseconds / 10 ? 0 : pause();
            requests.prepare();
            long before = System.nanoTime();
            requests.issue();
            after = System.nanoTime();
            if (before - begin >= nanoseconds / 10 || after - begin >= nanoseconds) {
                busySince = latencies.getTotalCount() == 0 ? before : busySince + paused;
                latencies.recordValue(after - before);
            }
        } while (after - begin < nanoseconds);
        requests.end();
        return new Seen(latencies, latencies.getTotalCount() * NANOSECONDS / Math.max(1, after - busySince));
    }

    /** Returns how long it was, in nanoseconds. */
    private long pause() {
        if (step.pause().isZero()) {
            return 0;
        }
        long since = System.nanoTime();
        LockSupport.parkNanos(step.pause().toNanos());
        return System.nanoTime() - since;
    }

    private PatternResult result(List<Future<Seen>> threads) throws IOException, InterruptedException {
        Histogram all = new Histogram(DIGITS);
        double rate = 0;
        for (Future<Seen> thread : threads) {
            Seen seen = seen(thread);
            all.add(seen.latencies());
            rate += seen.rate();
        }
        return new PatternResult(
                step.pattern(),
                step.depth(),
                rate,
                rate * TestFile.bytes(step.pattern()),
                all.getMean() / NANOSECONDS,
                all.getValueAtPercentile(50) / NANOSECONDS,
                all.getValueAtPercentile(95) / NANOSECONDS,
                all.getValueAtPercentile(99) / NANOSECONDS);
    }

    private static Seen seen(Future<Seen> thread) throws IOException, InterruptedException {
        try {
            return thread.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
