package dev.pgstow.linux;

import dev.pgstow.profile.Busy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches what disks do for a moment, from their {@code stat} in {@code /sys}: fields and units are those of the kernel's
 * Documentation/block/stat.rst.
 */
final class Traffic {
    private static final Duration MOMENT = Duration.ofMillis(300);
    private static final int READS = 0;
    private static final int WRITES = 4;
    private static final int BUSY_MILLISECONDS = 9;

    private final LongSupplier nanoTime;
    private final Consumer<Duration> sleeper;

    /** Counters of some disks since they came up, and when they were read. */
    private record Counts(double reads, double writes, double[] busySeconds, long at) {}

    Traffic() {
        this(System::nanoTime, Traffic::sleep);
    }

    Traffic(LongSupplier nanoTime, Consumer<Duration> sleeper) {
        this.nanoTime = nanoTime;
        this.sleeper = sleeper;
    }

    /**
     * What disks do together; they are as busy as the busiest of them. Null when one does not tell.
     *
     * @param folders of the disks in {@code /sys}
     */
    @Nullable
    Busy of(Collection<Path> folders) {
        Counts before = counts(folders);
        if (before == null) {
            return null;
        }
        sleeper.accept(MOMENT);
        Counts after = counts(folders);
        if (after == null || after.at <= before.at) {
            return null;
        }
        double seconds = (after.at - before.at) / 1e9;
        double busiest = 0;
        for (int disk = 0; disk < folders.size(); disk++) {
            busiest = Math.max(busiest, after.busySeconds[disk] - before.busySeconds[disk]);
        }
        return new Busy(
                (after.reads - before.reads) / seconds,
                (after.writes - before.writes) / seconds,
                Math.min(1, busiest / seconds));
    }

    private @Nullable Counts counts(Collection<Path> folders) {
        double reads = 0;
        double writes = 0;
        double[] busy = new double[folders.size()];
        int disk = 0;
        for (Path folder : folders) {
            double[] fields = fields(folder);
            if (fields.length <= BUSY_MILLISECONDS) {
                return null;
            }
            reads += fields[READS];
            writes += fields[WRITES];
            busy[disk++] = fields[BUSY_MILLISECONDS] / 1000;
        }
        return disk == 0 ? null : new Counts(reads, writes, busy, nanoTime.getAsLong());
    }

    private static double[] fields(Path folder) {
        try {
            return Arrays.stream(SysFile.text(folder.resolve("stat")).split("\\s+"))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        } catch (NumberFormatException e) {
            return new double[0];
        }
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
