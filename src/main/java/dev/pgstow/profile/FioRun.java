package dev.pgstow.profile;

import dev.pgstow.model.RequestLatency;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one run of fio reports, whatever its version and the layout of its JSON.
 *
 * @param version such as {@code fio-3.33}
 * @param endedAt by the clock of the machine that ran it; null when fio does not tell
 * @param jobs without the sums that fio adds to them
 * @param disks requests that the kernel's counters saw on each disk meanwhile; empty when fio does not tell
 */
public record FioRun(String version, @Nullable Instant endedAt, List<Job> jobs, List<Disk> disks) {
    public FioRun {
        Objects.requireNonNull(version, "version");
        jobs = List.copyOf(jobs);
        disks = List.copyOf(disks);
    }

    /**
     * One entry of the report: a job, or one process of it, or a group of jobs.
     *
     * @param group jobs of one group ran at the same time
     * @param host where it ran, null but for client and server runs
     * @param options of the job itself over the global ones, by fio's names
     * @param error fio's error number, 0 for none
     * @param runtime for how long it made requests
     * @param sync latency of the fsync or fdatasync after writes, null when there was none or fio does not tell
     */
    public record Job(
            String name,
            int group,
            @Nullable String host,
            Map<String, String> options,
            int error,
            Duration runtime,
            Direction read,
            Direction write,
            @Nullable RequestLatency sync) {
        public Job {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(runtime, "runtime");
            Objects.requireNonNull(read, "read");
            Objects.requireNonNull(write, "write");
            options = Map.copyOf(options);
        }
    }

    /**
     * Reads or writes of a job; all zero when it made none.
     *
     * @param latency from the submission of a request to its end (fio's {@code lat}); its percentiles are fio's of {@code clat},
     *     which leaves the submission out
     */
    public record Direction(double iops, double bytesPerSecond, long requests, RequestLatency latency) {
        public Direction {
            Objects.requireNonNull(latency, "latency");
        }
    }

    /** Requests of a disk as the kernel counted them, those that it merged into others too. */
    public record Disk(String name, long reads, long writes) {}
}
