package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.RequestLatency;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the pattern that a group of fio's jobs measured, by its options, or where there are none by its requests. */
final class FioMatch {
    /** How far the share of reads may be off in a mix whose options are not known, in percent. */
    private static final double MIX_TOLERANCE = 3;
    /** Below this, requests back to back were not all that the job did. */
    private static final double FEWEST_IN_FLIGHT = 0.6;

    /** How far rates that are printed as whole numbers may be off. */
    private static final double ROUNDING = 0.1;
    /** Requests per second that are none. */
    private static final double FEWEST = 1e-6;

    private static final long BLOCK = 8 << 10;
    private static final long PIECE = 128 << 10;
    private static final long LARGE = 1 << 20;

    private final FioOptions options;
    private final FioRun.Direction read;
    private final FioRun.Direction write;
    private final @Nullable Double syncMean;
    private final int processes;
    private final String rw;

    private FioMatch(FioGroup group) {
        options = group.options();
        read = group.read();
        write = group.write();
        syncMean = group.sync();
        processes = group.processes();
        rw = options.rw().isEmpty() ? inferred() : options.rw();
    }

    /** A report without options: reads of 8 KiB are taken for random ones, larger requests for sequential ones. */
    private String inferred() {
        boolean small = bytes(read.requests() > 0 ? read : write, null) <= BLOCK;
        boolean sequential = options.known() || !small;
        if (read.requests() > 0 && write.requests() > 0) {
            return "randrw";
        }
        return (sequential ? "" : "rand") + (read.requests() > 0 ? "read" : "write");
    }

    /** Holds a group of jobs against the patterns. */
    static FioFit of(FioGroup group) {
        FioMatch match = new FioMatch(group);
        FioFit fit = match.fit();
        boolean more = !match.options.known()
                && !fit.parts().isEmpty()
                && (match.syncMean != null || fit.inFlight() < FEWEST_IN_FLIGHT);
        return more
                ? FioFit.not("it did something else between its requests, and the file has no options that tell")
                : fit;
    }

    private FioFit fit() {
        if (read.iops() < FEWEST && write.iops() < FEWEST) {
            return FioFit.not("it made no requests");
        }
        if (read.requests() > 0 && rw.endsWith("write") || write.requests() > 0 && rw.endsWith("read")) {
            return FioFit.not(
                    "its options say rw=" + rw + ", but it made other requests too: several jobs in one group");
        }
        if (options.oddity() != null) {
            return FioFit.not(described() + " with " + options.oddity() + " is no pattern of pgstow's");
        }
        return switch (rw) {
            case "randread" -> reads(AccessPattern.RANDOM_READ, BLOCK);
            case "read" ->
                readBytes() == LARGE
                        ? reads(AccessPattern.LARGE_READ, LARGE)
                        : reads(AccessPattern.SEQUENTIAL_READ, PIECE);
            case "randwrite" -> writes(AccessPattern.RANDOM_WRITE, BLOCK);
            case "write" -> writes(AccessPattern.LARGE_WRITE, LARGE);
            case "randrw" -> mix();
            default -> misfit();
        };
    }

    private FioFit reads(AccessPattern pattern, long bytes) {
        return readBytes() == bytes ? FioFit.of(part(pattern, read)) : misfit();
    }

    private FioFit writes(AccessPattern unsynced, long bytes) {
        FioOptions.Sync sync = options.sync();
        if (sync == FioOptions.Sync.NONE) {
            return writeBytes() == bytes ? FioFit.of(part(unsynced, write)) : misfit();
        }
        return writeBytes() != BLOCK || sync == FioOptions.Sync.OTHER ? misfit() : FioFit.of(synced(sync));
    }

    private FioFit.Part synced(FioOptions.Sync sync) {
        boolean data = sync == FioOptions.Sync.FDATASYNC || sync == FioOptions.Sync.OPEN_DSYNC;
        AccessPattern pattern = data ? AccessPattern.SYNC_WRITE : AccessPattern.FSYNC_WRITE;
        if (!sync.calls()) {
            return part(pattern, write); // O_SYNC: the write itself waits
        }
        // an older fio does not tell how long syncs took; but each process waits for its own
        double mean =
                syncMean == null ? processes / write.iops() : write.latency().mean() + syncMean;
        return new FioFit.Part(pattern, write.iops(), RequestLatency.ofMean(mean));
    }

    private FioFit mix() {
        double percent = options.known()
                ? options.percentRead()
                : 100 * read.iops() / Math.max(read.iops() + write.iops(), 1e-9);
        boolean seventy = Math.abs(percent - 70) <= (options.known() ? 0 : MIX_TOLERANCE);
        boolean fifty = Math.abs(percent - 50) <= (options.known() ? 0 : MIX_TOLERANCE);
        boolean complete = read.iops() >= FEWEST && write.iops() >= FEWEST;
        boolean blocks = readBytes() == BLOCK && writeBytes() == BLOCK;
        if (!blocks || !complete || options.sync() != FioOptions.Sync.NONE || !(seventy || fifty)) {
            return misfit();
        }
        return seventy
                ? FioFit.of(part(AccessPattern.MIXED_70_READ, read), part(AccessPattern.MIXED_70_WRITE, write))
                : FioFit.of(part(AccessPattern.MIXED_50_READ, read), part(AccessPattern.MIXED_50_WRITE, write));
    }

    private static FioFit.Part part(AccessPattern pattern, FioRun.Direction direction) {
        return new FioFit.Part(pattern, direction.iops(), direction.latency());
    }

    private FioFit misfit() {
        return FioFit.not(described() + " is no pattern of pgstow's");
    }

    /** {@code randrw of 4 KiB, 60 % reads}. */
    private String described() {
        boolean both = read.requests() > 0 && write.requests() > 0;
        long bytes = read.requests() > 0 ? readBytes() : writeBytes();
        String size = bytes % 1024 == 0 ? bytes / 1024 + " KiB" : bytes + " bytes";
        double share = read.iops() / (read.iops() + write.iops());
        return "rw=" + rw + " of " + size
                + (both ? String.format(Locale.ROOT, ", %.0f %% reads", 100 * share) : "")
                + (options.sync() == FioOptions.Sync.NONE ? "" : ", synced");
    }

    private long readBytes() {
        return bytes(read, options.readBytes());
    }

    private long writeBytes() {
        return bytes(write, options.writeBytes());
    }

    /**
     * Where no option tells, what an average request moved. Rates are printed rounded, by an old fio to whole requests: what
     * is near a power of two is that.
     */
    private static long bytes(FioRun.Direction direction, @Nullable Long said) {
        if (said != null) {
            return said;
        }
        if (!(direction.iops() >= FEWEST)) {
            return 0;
        }
        double average = direction.bytesPerSecond() / direction.iops();
        double power = Math.pow(2, Math.round(Math.log(average) / Math.log(2)));
        return Math.abs(average / power - 1) < ROUNDING ? (long) power : Math.round(average);
    }
}
