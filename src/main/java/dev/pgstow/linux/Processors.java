package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * How much of the machine's processors was used, from {@code /proc/stat}: by whatever serves the requests too (kernel
 * threads, user-space storage), less what others used before; and by this process and its children, from {@code /proc/self/stat}.
 */
final class Processors {
    private static final Path STAT = Path.of("/proc/stat");
    private static final Path SELF = Path.of("/proc/self/stat");
    /** Ticks of {@code /proc/stat} a second, on every platform that Java runs on (USER_HZ). */
    private static final double TICKS = 100;
    /** Positions of the fields idle and iowait; after steal come guest times, which user time contains already. */
    private static final int IDLE = 3;

    private static final int IOWAIT = 4;
    private static final int FIELDS = 8;
    /** Position of utime after the name of the program; stime, cutime and cstime follow, see proc_pid_stat(5). */
    private static final int UTIME = 11;

    private static final int OWN_TIMES = 4;
    /** Processors used to this share are the limit, */
    private static final double BUSY = 0.90;
    /** if this process has at least this share of them: else others are busy, and it waits for the device as before. */
    private static final double OWN = 0.25;

    private final double others;

    /** Seconds since the machine started: used, in all, and used by this process. */
    private record Times(double busy, double all, double own) {}

    /**
     * What was used in an interval.
     *
     * @param limiting whether the measurement was held up by them
     * @param seconds used by the measurement
     */
    record Use(boolean limiting, double seconds) {}

    private Processors(double others) {
        this.others = others;
    }

    /** Watches for a moment what others use. */
    static Processors watched(long milliseconds) {
        Times before = now();
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Processors(share(before, now()));
    }

    /** Begins an interval. */
    Interval begin() {
        return new Interval(now());
    }

    /** An interval that began. */
    final class Interval {
        private final Times before;

        private Interval(Times before) {
            this.before = before;
        }

        Use end() {
            Times after = now();
            double share = share(before, after);
            double own = after.own - before.own;
            double all = Math.max(1e-9, after.all - before.all);
            return new Use(share >= BUSY && own / all >= OWN, Math.max(own, (share - others) * all));
        }
    }

    private static double share(Times before, Times after) {
        double all = after.all - before.all;
        return all <= 0 ? 0 : (after.busy - before.busy) / all;
    }

    /** Nothing used where there is no such file. */
    private static Times now() {
        try {
            double[] ticks = ticks(STAT);
            return new Times(busy(ticks), Arrays.stream(ticks).sum() / TICKS, own());
        } catch (IOException | NumberFormatException e) {
            return new Times(0, 0, 0);
        }
    }

    /** What all processors together have worked since the machine started, from a file like {@code /proc/stat}. */
    static double busySeconds(Path stat) throws IOException {
        return busy(ticks(stat));
    }

    private static double busy(double[] ticks) {
        double idle = ticks.length > IOWAIT ? ticks[IDLE] + ticks[IOWAIT] : 0;
        return (Arrays.stream(ticks).sum() - idle) / TICKS;
    }

    private static double[] ticks(Path stat) throws IOException {
        try (var lines = Files.lines(stat)) {
            List<String> words =
                    Arrays.asList(lines.findFirst().orElse("").trim().split("\\s+"));
            return words.stream()
                    .skip(1)
                    .limit(FIELDS)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }
    }

    private static double own() throws IOException {
        String line = Files.readString(SELF);
        return Arrays.stream(line.substring(line.lastIndexOf(')') + 2).split(" "))
                        .skip(UTIME)
                        .limit(OWN_TIMES)
                        .mapToDouble(Double::parseDouble)
                        .sum()
                / TICKS;
    }
}
