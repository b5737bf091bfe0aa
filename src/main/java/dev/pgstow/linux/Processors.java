package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * How much of the machine's processors was used, from the first line of {@code /proc/stat}: by this process and by whatever
 * serves its requests (kernel threads, user-space storage), less what others used before.
 */
final class Processors {
    private static final Path STAT = Path.of("/proc/stat");
    /** Ticks of {@code /proc/stat} a second, on every platform that Java runs on (USER_HZ). */
    private static final double TICKS = 100;
    /** Positions of the fields idle and iowait; after steal come guest times, which user time contains already. */
    private static final int IDLE = 3;

    private static final int IOWAIT = 4;
    private static final int FIELDS = 8;

    private final double others;

    /** Seconds since the machine started: used, and in all. */
    private record Times(double busy, double all) {}

    /**
     * What was used in an interval.
     *
     * @param share of all processors, 0 to 1
     * @param seconds used by the measurement
     */
    record Use(double share, double seconds) {}

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
            return new Use(share, Math.max(0, share - others) * (after.all - before.all));
        }
    }

    private static double share(Times before, Times after) {
        double all = after.all - before.all;
        return all <= 0 ? 0 : (after.busy - before.busy) / all;
    }

    /** Nothing used where there is no such file. */
    private static Times now() {
        try (var lines = Files.lines(STAT)) {
            List<String> words =
                    Arrays.asList(lines.findFirst().orElse("").trim().split("\\s+"));
            double[] ticks = words.stream()
                    .skip(1)
                    .limit(FIELDS)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            double all = Arrays.stream(ticks).sum();
            double idle = ticks.length > IOWAIT ? ticks[IDLE] + ticks[IOWAIT] : 0;
            return new Times((all - idle) / TICKS, all / TICKS);
        } catch (IOException | NumberFormatException e) {
            return new Times(0, 0);
        }
    }
}
