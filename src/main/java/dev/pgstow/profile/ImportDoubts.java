package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.PatternResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks for signs that figures are the page cache's, or those of a file that was never written, and not a device's: too few
 * requests in the kernel's counters of the disk, no direct I/O, and latencies that no block device has.
 */
final class ImportDoubts {
    /** Below this no block device answers, however fast its medium: interrupt and block layer alone take microseconds. */
    private static final double SHORTEST = 5e-6;
    /** Bytes per second that no one device moves: a PCIe 5.0 drive with four lanes has 16 GB/s at most. */
    private static final double MOST = 20e9;
    /** Share of its requests that must show in the counters of the disk. */
    private static final double COUNTED = 0.5;

    private static final Set<AccessPattern> SYNCED = Set.of(AccessPattern.SYNC_WRITE, AccessPattern.FSYNC_WRITE);
    private static final Set<AccessPattern> READS = Set.of(
            AccessPattern.RANDOM_READ,
            AccessPattern.MIXED_70_READ,
            AccessPattern.MIXED_50_READ,
            AccessPattern.SEQUENTIAL_READ,
            AccessPattern.LARGE_READ);

    private ImportDoubts() {}

    /** Whether a pattern's requests must pass the page cache: all but those that are synced. */
    static boolean passesCache(AccessPattern pattern) {
        return !SYNCED.contains(pattern);
    }

    /** Why this result of a group may be none of the device's. */
    static List<String> of(FioRun run, FioGroup group, PatternResult result) {
        List<String> doubts = new ArrayList<>();
        boolean reads = READS.contains(result.pattern());
        Boolean direct = group.options().direct();
        if (passesCache(result.pattern()) && !Boolean.TRUE.equals(direct) && !proven(run, group)) {
            doubts.add("job " + group.names() + ": "
                    + (direct != null ? "direct=0" : "direct is not among its options")
                    + ", so the page cache is part of its figures");
        }
        long made = made(run, reads);
        long counted = counted(run, reads);
        if (!run.disks().isEmpty() && counted < COUNTED * made) {
            doubts.add(String.format(
                    Locale.ROOT,
                    "fio made %,d %s, but the counters of the disk (%s) show %,d: the rest came from memory, or from a file"
                            + " that was never written",
                    made,
                    reads ? "reads" : "writes",
                    run.disks().stream().map(FioRun.Disk::name).distinct().collect(Collectors.joining(", ")),
                    counted));
        }
        String tooFast = tooFast("job " + group.names(), result);
        if (tooFast != null) {
            doubts.add(tooFast);
        }
        return doubts;
    }

    /** Why a latency is too short for a device; null when it is not. */
    static @Nullable String tooFast(String who, PatternResult result) {
        double shortest = Math.max(SHORTEST, result.depth() * (result.pattern().bytes() / MOST));
        return result.mean() >= shortest
                ? null
                : String.format(
                        Locale.ROOT,
                        "%s: a mean latency of %.2f us with %d request(s) in flight; no block device answers in less than"
                                + " %.2f us then",
                        who,
                        result.mean() * 1e6,
                        result.depth(),
                        shortest * 1e6);
    }

    /** Whether the disk saw every request of a run whose options are not in the file. */
    static boolean proven(FioRun run, FioGroup group) {
        return !group.options().known()
                && !run.disks().isEmpty()
                && counted(run, true) >= made(run, true)
                && counted(run, false) >= made(run, false);
    }

    private static long made(FioRun run, boolean reads) {
        return run.jobs().stream()
                .mapToLong(job -> (reads ? job.read() : job.write()).requests())
                .sum();
    }

    private static long counted(FioRun run, boolean reads) {
        return run.disks().stream()
                .mapToLong(disk -> reads ? disk.reads() : disk.writes())
                .sum();
    }
}
