package dev.pgstow.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The per-transaction logs that {@code pgbench --log} leaves: one line a transaction, the third word its latency in
 * microseconds, or a word such as {@code failed} (documentation of pgbench, "Per-Transaction Logging").
 */
final class PgbenchLog {
    private static final int SIGNIFICANT_DIGITS = 3;

    private PgbenchLog() {}

    /** The latencies of all files {@code pgbench_log.*}, in microseconds. */
    static Histogram microseconds(Path directory) {
        Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "pgbench_log.*")) {
            for (Path file : files) {
                try (Stream<String> lines = Files.lines(file)) {
                    lines.forEach(line -> record(histogram, line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return histogram;
    }

    private static void record(Histogram histogram, String line) {
        int second = line.indexOf(' ') + 1;
        int third = line.indexOf(' ', second) + 1;
        int end = line.indexOf(' ', third);
        if (second > 0 && third > 0 && end > third && Character.isDigit(line.charAt(third))) {
            histogram.recordValue(Long.parseLong(line, third, end, 10));
        }
    }
}
