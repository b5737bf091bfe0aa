package dev.pgstow.profile;

import dev.pgstow.model.RequestLatency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one run of fio reports, whatever its version and the layout of its JSON.
 *
 * @param version such as {@code fio-3.33}
 * @param jobs without the sums that fio adds to them
 * @param disks requests that the kernel's counters saw on each disk meanwhile; empty when fio does not tell
 */
public record FioRun(String version, List<Job> jobs, List<Disk> disks) {
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
     * @param sync latency of the fsync or fdatasync after writes, null when there was none
     */
    public record Job(
            String name,
            int group,
            @Nullable String host,
            Map<String, String> options,
            int error,
            Direction read,
            Direction write,
            @Nullable RequestLatency sync) {
        public Job {
            Objects.requireNonNull(name, "name");
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

    /** Requests of a disk as the kernel counted them. */
    public record Disk(String name, long reads, long writes) {}
}
