package dev.pgstow.linux;

import dev.pgstow.model.RequestLatency;
import dev.pgstow.profile.Steadiness;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/** Latencies of requests by pattern, cut into windows of time. Any thread records; one thread cuts and reads. */
final class Recording {
    private static final double NANOSECONDS = 1e9;
    private static final int DIGITS = 3;

    private final List<Recorder> recorders;
    private final List<Window> windows = new ArrayList<>();
    private volatile boolean stopped;
    private long since = System.nanoTime();

    /** What ended in a window, by pattern. */
    private record Window(double seconds, List<Histogram> latencies) {
        long requests() {
            return latencies.stream().mapToLong(Histogram::getTotalCount).sum();
        }
    }

    /**
     * The requests of one pattern.
     *
     * @param share of all requests of that time
     */
    record Part(double seconds, long requests, double share, RequestLatency latency) {}

    Recording(int patterns) {
        this.recorders = IntStream.range(0, patterns)
                .mapToObj(pattern -> new Recorder(DIGITS))
                .toList();
    }

    void record(int pattern, long nanoseconds) {
        recorders.get(pattern).recordValue(nanoseconds);
    }

    void stop() {
        stopped = true;
    }

    boolean stopped() {
        return stopped;
    }

    /** Ends a window. */
    void cut() {
        long now = System.nanoTime();
        windows.add(new Window(
                (now - since) / NANOSECONDS,
                recorders.stream().map(Recorder::getIntervalHistogram).toList()));
        since = now;
    }

    /** Drops all windows so far. */
    void forget() {
        windows.clear();
    }

    double seconds() {
        return windows.stream().mapToDouble(Window::seconds).sum();
    }

    long requests() {
        return windows.stream().mapToLong(Window::requests).sum();
    }

    /** Whether there are requests of every pattern. */
    boolean complete() {
        return IntStream.range(0, recorders.size())
                .allMatch(pattern -> windows.stream()
                        .anyMatch(window -> window.latencies().get(pattern).getTotalCount() > 0));
    }

    List<Steadiness.Window> windows() {
        return windows.stream()
                .map(window -> new Steadiness.Window(window.seconds(), window.requests()))
                .toList();
    }

    /** The requests of one pattern from a window on. */
    Part part(int pattern, int from) {
        Histogram all = new Histogram(DIGITS);
        double seconds = 0;
        long requests = 0;
        for (Window window : windows.subList(from, windows.size())) {
            all.add(window.latencies().get(pattern));
            seconds += window.seconds();
            requests += window.requests();
        }
        return new Part(
                seconds,
                all.getTotalCount(),
                requests == 0 ? 0 : (double) all.getTotalCount() / requests,
                new RequestLatency(all.getMean() / NANOSECONDS, at(all, 50), at(all, 95), at(all, 99), at(all, 99.9)));
    }

    private static double at(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / NANOSECONDS;
    }

    /** Waits for the end of all, at most so long; returns whether all ended, or one failed. */
    static boolean awaitAll(List<Future<?>> running, long milliseconds) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds);
        for (Future<?> thread : running) {
            try {
                thread.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                return true;
            }
        }
        return true;
    }
}
