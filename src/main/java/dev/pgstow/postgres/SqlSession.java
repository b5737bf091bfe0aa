package dev.pgstow.postgres;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Course;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.RequestLatency;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Place;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.jooq.exception.DataAccessException;

/** Random reads of one tablespace through the server. Other steps it cannot take. */
final class SqlSession implements DeviceProbe.Session {
    /** More connections than these are no business of a measurement. */
    private static final int MOST_CONNECTIONS = 16;
    /** At depth 1 each read is timed alone; deeper, statements of several keep a connection reading. */
    private static final int BATCH = 32;
    /** A faster read came from the server's page cache. */
    private static final double CACHED = 15e-6;

    private static final double NANOSECONDS = 1e9;

    private final Connector connector;
    private final Place place;
    private final List<ReadableRelations.Readable> relations;
    private final List<String> doubts = new ArrayList<>();
    private final boolean timed;

    SqlSession(Connector connector, Place place, List<ReadableRelations.Readable> relations) {
        this.connector = connector;
        this.place = place;
        this.relations = relations;
        try (BlockReader reader = new BlockReader(connector, relations)) {
            this.timed = reader.timesReads();
        } catch (DataAccessException e) {
            throw ReadableRelations.failure(e);
        }
    }

    @Override
    public boolean directIo() {
        return false;
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("tablespace '" + place.name()
                + "' is read through the server: its page cache is part of the figures, writes are not"
                + " measured, and what lies under it is not seen");
        if (!timed) {
            notes.add("this role may not switch on track_io_timing: the server's own work is part of each read");
        }
        return notes;
    }

    @Override
    public List<String> doubts() {
        return List.copyOf(doubts);
    }

    @Override
    public List<PatternResult> measure(Step step, TimeLimit time) {
        boolean possible = step.pattern() == AccessPattern.RANDOM_READ
                && step.pause().isZero()
                && step.depth() <= MOST_CONNECTIONS;
        if (!possible) {
            return List.of();
        }
        List<Histogram> latencies = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(step.depth());
        try {
            List<Future<Histogram>> running = new ArrayList<>();
            for (int thread = 0; thread < step.depth(); thread++) {
                running.add(threads.submit(() -> read(step.depth() == 1 ? 1 : BATCH, time)));
            }
            for (Future<Histogram> each : running) {
                latencies.add(each.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.util.concurrent.CancellationException("interrupted while measuring");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof DataAccessException cause
                    ? ReadableRelations.failure(cause)
                    : new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
        return result(step, latencies);
    }

    @Override
    public void close() {}

    private Histogram read(int batch, TimeLimit time) {
        Histogram latencies = new Histogram(3);
        try (BlockReader reader = new BlockReader(connector, relations)) {
            long end = System.nanoTime() + time.most().toNanos();
            do {
                BlockReader.Read read = reader.read(batch);
                if (read.blocks() > 0) {
                    long each = Math.max(1, Math.round(read.seconds() * NANOSECONDS / read.blocks()));
                    latencies.recordValueWithCount(each, read.blocks());
                }
            } while (System.nanoTime() < end && !Thread.currentThread().isInterrupted());
        }
        return latencies;
    }

    /** What requests back to back would reach with these latencies: the statements' own work is left out. */
    private List<PatternResult> result(Step step, List<Histogram> threads) {
        Histogram all = new Histogram(3);
        threads.forEach(all::add);
        if (all.getTotalCount() == 0) {
            doubt("every block that was asked for was in shared buffers");
            return List.of();
        }
        double mean = all.getMean() / NANOSECONDS;
        if (mean < CACHED) {
            doubt(String.format(
                    Locale.ROOT,
                    "a random read took %.1f us on average: it came from the server's page cache",
                    mean * 1e6));
        }
        RequestLatency latency = step.depth() > 1
                ? RequestLatency.ofMean(mean)
                : new RequestLatency(mean, at(all, 50), at(all, 95), at(all, 99), at(all, 99.9));
        return List.of(new PatternResult(
                step.pattern(),
                step.depth(),
                step.pause(),
                step.depth() / mean,
                latency,
                Course.UNKNOWN,
                null,
                LimitedBy.UNKNOWN));
    }

    private void doubt(String sentence) {
        if (doubts.isEmpty()) {
            doubts.add(sentence);
        }
    }

    private static double at(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / NANOSECONDS;
    }
}
