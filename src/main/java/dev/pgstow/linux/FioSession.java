package dev.pgstow.linux;

import dev.pgstow.model.Course;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.RequestLatency;
import dev.pgstow.profile.FioReader;
import dev.pgstow.profile.FioRun;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The test files of one place, measured by fio. */
final class FioSession extends TestFileSession {
    private final FioJobs jobs;
    private final FioProgram program;
    private final FioReader reader;
    private final Processors processors = Processors.watched(300);

    FioSession(Path directory, TestFiles files, FioJobs jobs, FioProgram program, FioReader reader) {
        super(directory, files);
        this.jobs = jobs;
        this.program = program;
        this.reader = reader;
    }

    @Override
    public List<PatternResult> measure(Step step, TimeLimit time) {
        List<String> arguments = jobs.arguments(step, time);
        if (arguments.isEmpty() || (step.cold() && !files().chill())) {
            return List.of();
        }
        try {
            Processors.Interval interval = processors.begin();
            String output = program.run(arguments);
            Processors.Use use = interval.end();
            files().appends().buffered().truncate(0);
            return results(step, reader.read("fio", output).jobs().get(0), use);
        } catch (IOException e) {
            throw DirectIoProbe.failure(directory(), e);
        }
    }

    private List<PatternResult> results(Step step, FioRun.Job job, Processors.Use use) {
        FioRun.Direction read = job.read();
        FioRun.Direction write = job.write();
        double cpu = use.seconds() / Math.max(1, read.requests() + write.requests());
        List<Direction> directions = switch (step.pattern()) {
            case RANDOM_WRITE, FILE_WRITE, LARGE_WRITE -> List.of(of(write));
            case MIXED_70_READ, MIXED_70_WRITE, MIXED_50_READ, MIXED_50_WRITE -> List.of(of(read), of(write));
            case SYNC_WRITE, FSYNC_WRITE -> List.of(synced(write, job.sync()));
            case APPEND, FLUSH -> appended(write, job.sync());
            default -> List.of(of(read));
        };
        List<PatternResult> results = new java.util.ArrayList<>();
        for (int index = 0; index < directions.size(); index++) {
            Direction direction = directions.get(index);
            if (direction.rate() > 0) {
                results.add(new PatternResult(
                        step.patterns().get(index),
                        step.depth(),
                        step.pause(),
                        direction.rate(),
                        direction.latency(),
                        Course.UNKNOWN,
                        cpu,
                        limit(step, use)));
            }
        }
        return results;
    }

    private record Direction(double rate, RequestLatency latency) {}

    private static Direction of(FioRun.Direction direction) {
        return new Direction(direction.iops(), direction.latency());
    }

    /** fio tells write and flush apart; a commit waits for both. */
    private static Direction synced(FioRun.Direction write, @Nullable RequestLatency sync) {
        if (sync == null) {
            return of(write);
        }
        double mean = write.latency().mean();
        return new Direction(
                write.iops(),
                new RequestLatency(
                        mean + sync.mean(),
                        sum(write, sync, RequestLatency::p50),
                        sum(write, sync, RequestLatency::p95),
                        sum(write, sync, RequestLatency::p99),
                        sum(write, sync, RequestLatency::p999)));
    }

    /** A percentile of a sum of two independent times, as for normal distributions: the distances from the means add in squares. */
    private static @Nullable Double sum(
            FioRun.Direction write, RequestLatency sync, Function<RequestLatency, @Nullable Double> percentile) {
        Double first = percentile.apply(write.latency());
        Double second = percentile.apply(sync);
        if (first == null || second == null) {
            return null;
        }
        double distance = Math.hypot(first - write.latency().mean(), second - sync.mean());
        double middle = write.latency().mean() + sync.mean();
        return second < sync.mean() ? first + second : (Double) (middle + distance);
    }

    /** They take turns: the rate of each is the one that it would have alone. */
    private static List<Direction> appended(FioRun.Direction write, @Nullable RequestLatency sync) {
        return Stream.of(write.latency(), sync)
                .map(latency -> latency == null || latency.mean() <= 0
                        ? new Direction(0, RequestLatency.ofMean(0))
                        : new Direction(1 / latency.mean(), latency))
                .toList();
    }

    private LimitedBy limit(Step step, Processors.Use use) {
        return step.pause().isZero() && !jobs.paced()
                ? use.limiting() ? LimitedBy.CPU : LimitedBy.LATENCY
                : LimitedBy.PACE;
    }
}
