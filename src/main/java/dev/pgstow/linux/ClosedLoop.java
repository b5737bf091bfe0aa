package dev.pgstow.linux;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Course;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.Steadiness;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * As many threads as requests shall be in flight, each issuing one request after the other until the rate is steady or the
 * time is over. The first windows warm up and are not counted, but for a step that reads each block only once.
 */
final class ClosedLoop {
    /** A run that does not get a single answer in its time waits at most so many times that. */
    private static final int PATIENCE = 60;
    /** One that lacks a rare request, such as a flush, goes on for so many times that. */
    private static final int RARE = 4;

    private final Step step;
    private final TimeLimit time;
    private final Gate gate;
    private final Processors processors;

    ClosedLoop(Step step, TimeLimit time, Gate gate, Processors processors) {
        this.step = step;
        this.time = time;
        this.gate = gate;
        this.processors = processors;
    }

    /** One result for each pattern that requests were made of. */
    List<PatternResult> run(IntFunction<Requests> requests) throws IOException {
        Recording recording = new Recording(step.patterns().size());
        ExecutorService threads = Executors.newFixedThreadPool(step.depth());
        try {
            Processors.Interval interval = processors.begin();
            List<Future<?>> running = new ArrayList<>();
            IntStream.range(0, step.depth())
                    .forEach(thread -> running.add(
                            threads.submit(new Client(requests.apply(thread), step.pause(), gate, recording))));
            watch(recording, running);
            Processors.Use use = interval.end();
            recording.stop();
            for (Future<?> thread : running) {
                join(thread);
            }
            return results(recording, use);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while measuring");
        } finally {
            recording.stop();
            threads.shutdownNow();
        }
    }

    /** Cuts the time into windows until it is enough. */
    private void watch(Recording recording, List<Future<?>> running) throws InterruptedException {
        long window = Math.max(20, time.least().toMillis() / 14);
        double least = time.least().toNanos() / 1e9;
        double most = time.most().toNanos() / 1e9;
        double warmUp = step.cold() ? 0 : Math.min(0.5, least / 5);
        boolean warm = step.cold();
        while (true) {
            boolean over = Recording.awaitAll(running, window);
            recording.cut();
            if (!warm && recording.seconds() >= warmUp) {
                recording.forget();
                warm = true;
            }
            double seconds = recording.seconds();
            boolean answered = recording.requests() >= step.depth() && (recording.complete() || seconds > RARE * most);
            boolean ended = answered && (seconds >= most - warmUp || isSteady(recording, least - warmUp));
            if (over || ended || seconds > PATIENCE * most) {
                return;
            }
        }
    }

    private boolean isSteady(Recording recording, double seconds) {
        return Steadiness.reached(recording.windows(), seconds);
    }

    private List<PatternResult> results(Recording recording, Processors.Use use) {
        Steadiness.Judgement judgement = Steadiness.of(recording.windows());
        List<PatternResult> results = new ArrayList<>();
        long all = recording.requests();
        for (int index = 0; index < step.patterns().size(); index++) {
            result(recording, index, judgement, all == 0 ? 0 : use.seconds() / all, use.limiting())
                    .ifPresent(results::add);
        }
        return results;
    }

    private Optional<PatternResult> result(
            Recording recording, int index, Steadiness.Judgement judgement, double cpu, boolean busy) {
        Recording.Part part = recording.part(index, judgement.from());
        if (part.requests() == 0) {
            return Optional.empty();
        }
        // both directions of a mix fall together
        Double allBurst = judgement.course().burst();
        Course course = allBurst == null || recording.requests() == 0
                ? judgement.course()
                : new Course(judgement.course().steady(), allBurst * part.share());
        return Optional.of(new PatternResult(
                step.patterns().get(index),
                step.depth(),
                step.pause(),
                rate(part),
                part.latency(),
                course,
                cpu,
                limit(busy)));
    }

    /** Appends and their flush take turns: the rate of each is the one that it would have alone. */
    private double rate(Recording.Part part) {
        return step.pattern() == AccessPattern.APPEND
                ? step.depth() / Math.max(1e-9, part.latency().mean())
                : part.requests() / part.seconds();
    }

    private LimitedBy limit(boolean busy) {
        if (!gate.isOpen() || !step.pause().isZero()) {
            return LimitedBy.PACE;
        }
        return busy ? LimitedBy.CPU : LimitedBy.LATENCY;
    }

    private static void join(Future<?> thread) throws IOException, InterruptedException {
        try {
            thread.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
