package dev.pgstow.model;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot has of a database besides its relations: its part of the {@link WorkloadCounters}, cumulative, as
 * {@code pg_stat_database} counts it.
 *
 * @param oid stays the same through ALTER DATABASE RENAME
 * @param read whether its relations were read; not so of templates, of one that allows no connections, or where reading failed
 * @param statisticsReset when its counters began; null when the server does not say
 * @param activeSeconds 14+, else 0
 */
public record DatabaseSample(
        long oid,
        boolean read,
        @Nullable Instant statisticsReset,
        long commits,
        long rollbacks,
        long blocksRead,
        long blocksHit,
        double readSeconds,
        double writeSeconds,
        double activeSeconds,
        long temporaryFiles,
        long temporaryBytes) {
    /**
     * Whether its counters began anew since the earlier sample: by another time of their beginning, by the first such time, or
     * because they fell. Nothing is lost where nothing was counted: 13 and 14 name a beginning as soon as somebody connects.
     */
    public boolean beganAnew(DatabaseSample earlier) {
        boolean fell = commits < earlier.commits
                || rollbacks < earlier.rollbacks
                || blocksRead < earlier.blocksRead
                || blocksHit < earlier.blocksHit
                || temporaryFiles < earlier.temporaryFiles;
        return fell || earlier.hasCounted() && !Objects.equals(statisticsReset, earlier.statisticsReset);
    }

    private boolean hasCounted() {
        return (commits | rollbacks | blocksRead | blocksHit) != 0;
    }
}
