package dev.pgstow.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * A tiers file for the two tablespaces of the test servers, which lie on one disk in truth: described by hand as a slow tier
 * that answers in 100 us and a fast one that answers in 10 us.
 */
final class TwoTiers {
    private TwoTiers() {}

    /** Writes the file; the fast tier has the capacity given. */
    static Path write(Path file, String capacity) throws IOException {
        return Files.writeString(file, """
                pgstow: tiers/1
                tiers:
                - name: "slow"
                  tablespaces: ["ts_slow"]
                  device: "a"
                  durable: true
                %s
                - name: "fast"
                  tablespaces: ["ts_fast"]
                  device: "b"
                  durable: true
                  capacity: "%s"
                %s
                """.formatted(measured(100), capacity, measured(10)));
    }

    private static String measured(int microseconds) {
        double perSecond = 1e6 / microseconds;
        StringBuilder text = new StringBuilder(
                "  measured:\n    at: \"2026-01-01T00:00:00Z\"\n    engine: \"a test\"\n    direct_io: true\n    results:\n");
        for (String pattern : List.of("random-read", "random-write", "sequential-read", "append", "sync-write")) {
            text.append(String.format(
                    Locale.ROOT,
                    "    - {pattern: \"%s\", depth: 1, iops: %.1f, mibps: %.3f, mean_us: %d, p50_us: %d, p95_us: %d, p99_us: %d}\n",
                    pattern,
                    perSecond,
                    perSecond * 8192 / (1 << 20),
                    microseconds,
                    microseconds,
                    microseconds,
                    microseconds));
        }
        return text.toString().stripTrailing();
    }
}
