package dev.pgstow.profile;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What one file with another program's results holds.
 *
 * @param name to call it in messages
 * @param modified when the file was last written, for results that carry no time of their own
 * @param runs of fio, in their order
 * @param syncRates of pg_test_fsync
 * @param notices what a person should know about how the file was read
 */
public record ImportedFile(
        String name, Instant modified, List<FioRun> runs, List<SyncRate> syncRates, List<String> notices) {
    public ImportedFile {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(modified, "modified");
        runs = List.copyOf(runs);
        syncRates = List.copyOf(syncRates);
        notices = List.copyOf(notices);
    }

    /**
     * How often pg_test_fsync could write one block and sync it.
     *
     * @param method as in {@code wal_sync_method}: {@code fdatasync}, {@code fsync}, ...
     * @param bytes of the block
     * @param perSecond above 0
     */
    public record SyncRate(String method, int bytes, double perSecond) {
        public SyncRate {
            Objects.requireNonNull(method, "method");
            if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
                throw new IllegalArgumentException(method + ": " + perSecond + " per second");
            }
        }
    }
}
