package dev.pgstow.migrate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What bounds one execution of a statement.
 *
 * @param lockTimeout zero for none, which is right for REINDEX CONCURRENTLY: its waits for old snapshots count as lock waits
 * @param statementTimeout zero for none
 * @param cancelAt when the watchdog cancels the statement from a second connection; null for never
 */
public record AttemptTerms(
        Duration lockTimeout,
        Duration statementTimeout,
        @Nullable Instant cancelAt) {
    public AttemptTerms {
        Objects.requireNonNull(lockTimeout, "lockTimeout");
        Objects.requireNonNull(statementTimeout, "statementTimeout");
    }
}
