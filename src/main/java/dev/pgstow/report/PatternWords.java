package dev.pgstow.report;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.PatternResult;
import java.time.Duration;
import java.util.Locale;

/** Patterns and what was measured of them, in words for people. */
public final class PatternWords {
    private PatternWords() {}

    /** A pattern in words: {@code random read 8 KiB, depth 4}. */
    public static String label(AccessPattern pattern, int depth, Duration pause) {
        String words = switch (pattern) {
            case RANDOM_READ -> "random read 8 KiB";
            case HANDED_READ -> "random read 8 KiB, by another thread";
            case RANDOM_WRITE -> "random write 8 KiB";
            case FILE_WRITE -> "random write 8 KiB, one file";
            case MIXED_70_READ -> "70/30 mix: read 8 KiB";
            case MIXED_70_WRITE -> "70/30 mix: write 8 KiB";
            case MIXED_50_READ -> "50/50 mix: read 8 KiB";
            case MIXED_50_WRITE -> "50/50 mix: write 8 KiB";
            case SEQUENTIAL_READ -> "sequential read 128 KiB";
            case LARGE_READ -> "sequential read 1 MiB";
            case LARGE_WRITE -> "sequential write 1 MiB";
            case SYNC_WRITE -> "write 8 KiB + fdatasync";
            case FSYNC_WRITE -> "write 8 KiB + fsync";
            case APPEND -> "append 8 KiB, buffered";
            case FLUSH -> "fsync after 4 MiB of appends";
            case BUFFERED_READ -> "sequential read 8 KiB, buffered";
            case BUFFERED_LARGE_READ -> "sequential read 128 KiB, buffered";
            case BUFFERED_RANDOM_READ -> "random read 8 KiB, buffered";
        };
        String pauses = pause.isZero() ? "" : ", pauses " + seconds(pause.toNanos() / 1e9);
        return words + ", depth " + depth + pauses;
    }

    public static String label(PatternResult result) {
        return label(result.pattern(), result.depth(), result.pause());
    }

    /** Rate, or throughput of large requests, and mean latency: {@code 20,120/s 49 us}. */
    public static String figures(PatternResult result) {
        return rate(result, result.operationsPerSecond()) + " " + seconds(result.mean());
    }

    /** What is remarkable about a result: {@code cap}, {@code cpu}, {@code burst 9,800/s}, {@code not steady}; or nothing. */
    public static String remarks(PatternResult result) {
        String limit = switch (result.limitedBy()) {
            case CAP -> " cap";
            case CPU -> " cpu";
            case PACE -> result.pause().isZero() ? " --max-iops" : "";
            case LATENCY, UNKNOWN -> "";
        };
        Double burst = result.course().burst();
        String course = Boolean.FALSE.equals(result.course().steady()) ? " not steady" : "";
        return (limit + (burst == null ? "" : " after a burst of " + rate(result, burst)) + course).strip();
    }

    /** Large requests are told by their bytes. */
    private static String rate(PatternResult result, double operations) {
        return result.pattern().bytes() > 8192 && result.pattern() != AccessPattern.FLUSH
                ? String.format(
                        Locale.ROOT,
                        "%,.0f MiB/s",
                        operations * result.pattern().bytes() / (1 << 20))
                : String.format(Locale.ROOT, "%,.0f/s", operations);
    }

    private static String seconds(double seconds) {
        double microseconds = seconds * 1e6;
        return microseconds < 999.5 ? rounded(microseconds) + " us" : rounded(microseconds / 1000) + " ms";
    }

    /** Two digits, or all of a larger number. */
    static String rounded(double value) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f" : "%.0f", value);
    }
}
