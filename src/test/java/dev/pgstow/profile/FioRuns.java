package dev.pgstow.profile;

import dev.pgstow.model.RequestLatency;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs of fio as a reader would give them, for tests. */
final class FioRuns {
    static final Instant ENDED = Instant.parse("2026-10-05T08:30:00Z");

    private FioRuns() {}

    /** A run of which every request reached the disk. */
    static FioRun run(FioRun.Job... jobs) {
        List<FioRun.Job> all = List.of(jobs);
        return new FioRun(
                "fio-3.40",
                ENDED,
                all,
                List.of(new FioRun.Disk(
                        "sdb",
                        all.stream().mapToLong(job -> job.read().requests()).sum(),
                        all.stream().mapToLong(job -> job.write().requests()).sum())));
    }

    static ImportedFile file(String name, FioRun... runs) {
        return new ImportedFile(name, Instant.parse("2026-11-01T00:00:00Z"), List.of(runs), List.of(), List.of());
    }

    /** A job that ran ten seconds; options such as {@code "rw=randread bs=8k"}. */
    static FioRun.Job job(String name, String options, FioRun.Direction read, FioRun.Direction write) {
        Map<String, String> values = new HashMap<>();
        for (String option : options.isEmpty() ? new String[0] : options.split(" ", -1)) {
            values.put(option.split("=", 2)[0], option.split("=", 2)[1]);
        }
        return new FioRun.Job(name, 0, null, values, 0, Duration.ofSeconds(10), read, write, null);
    }

    static FioRun.Job reads(String name, String options, FioRun.Direction read) {
        return job(name, options, read, direction(0, 0, 0));
    }

    static FioRun.Job writes(String name, String options, FioRun.Direction write) {
        return job(name, options, direction(0, 0, 0), write);
    }

    static FioRun.Job at(int group, FioRun.Job job) {
        return new FioRun.Job(
                job.name(), group, job.host(), job.options(), 0, job.runtime(), job.read(), job.write(), job.sync());
    }

    static FioRun.Job on(String host, FioRun.Job job) {
        return new FioRun.Job(
                job.name(), job.group(), host, job.options(), 0, job.runtime(), job.read(), job.write(), job.sync());
    }

    static FioRun.Job failed(int error, FioRun.Job job) {
        return new FioRun.Job(
                job.name(), 0, null, job.options(), error, job.runtime(), job.read(), job.write(), job.sync());
    }

    static FioRun.Job synced(double seconds, FioRun.Job job) {
        RequestLatency sync = RequestLatency.ofMean(seconds);
        return new FioRun.Job(job.name(), 0, null, job.options(), 0, job.runtime(), job.read(), job.write(), sync);
    }

    /** Ten seconds of requests. */
    static FioRun.Direction direction(double perSecond, int bytes, double seconds) {
        return new FioRun.Direction(
                perSecond,
                perSecond * bytes,
                Math.round(perSecond * 10),
                new RequestLatency(seconds, seconds * 0.9, seconds * 2, seconds * 3, seconds * 5));
    }
}
