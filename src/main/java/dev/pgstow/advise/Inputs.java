package dev.pgstow.advise;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Everything the model is fed with besides the demands on the tiers. Times in seconds per transaction.
 *
 * @param cpu time of a transaction that waits for no I/O: processor, protocol, wake-ups
 * @param cores that the server may use
 * @param elsewhere read waits on tablespaces that belong to no tier
 * @param flushes commits that wait for WAL, per transaction
 * @param sync seconds of one WAL write with its fsync
 * @param walTier the position of the tier under pg_wal, -1 when it is not known
 * @param cleaner the background writer
 */
record Inputs(
        List<TierSpeed> tiers,
        double cpu,
        double cores,
        double elsewhere,
        double flushes,
        double sync,
        int walTier,
        Cleaner cleaner) {
    Inputs {
        tiers = List.copyOf(tiers);
    }

    /** {@code bgwriter_lru_maxpages} and {@code bgwriter_delay} in seconds. */
    record Cleaner(double maxPages, double delay) {
        /** The most it can write, with so many seconds for each. */
        double pagesPerSecond(double latency) {
            return maxPages / (delay + maxPages * latency);
        }
    }

    Inputs withCpu(double cpu) {
        return new Inputs(tiers, cpu, cores, elsewhere, flushes, sync, walTier, cleaner);
    }

    Inputs withCores(double cores) {
        return new Inputs(tiers, cpu, cores, elsewhere, flushes, sync, walTier, cleaner);
    }

    Inputs withTier(int tier, UnaryOperator<TierSpeed> change) {
        List<TierSpeed> changed = IntStream.range(0, tiers.size())
                .mapToObj(i -> i == tier ? change.apply(tiers.get(i)) : tiers.get(i))
                .toList();
        return new Inputs(changed, cpu, cores, elsewhere, flushes, sync, walTier, cleaner);
    }
}
