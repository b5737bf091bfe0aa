package dev.pgstow.advise;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Relation;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Tier;
import dev.pgstow.plan.Method;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How long a move takes once it has its lock, and the WAL it writes, from the profiles of both tiers. Every version copies a
 * relation 8 KiB by 8 KiB, so what decides is whether the kernel reads ahead and buffers the writes: a factor of ten that no
 * profile with direct I/O shows. It is likely; low has the source cached, high has neither.
 */
final class MoveEstimator {
    /** Checking, logging and copying one block, in seconds. */
    private static final double BLOCK_WORK = 18e-6;

    private static final double BUFFERED_APPEND = 8e-6;
    private static final double OVERLAP_WITH_WAL = 0.7;
    private static final double SPREAD_OF_A_COPY = 1.3;
    private static final double SPREAD_OF_A_BUILD = 2;
    private static final double WAL_BYTES_PER_SECOND = 150e6;
    private static final double[] SECOND_SCAN_PER_ROW = {0.05e-6, 0.1e-6};
    private static final double SORT_OF_POINTERS = 0.25e-6;

    private final ServerVersion version;

    MoveEstimator(ServerVersion version) {
        this.version = version;
    }

    /** How the kernel is assumed to treat the files. */
    private enum Cache {
        WARM,
        READS_AHEAD,
        NONE
    }

    /**
     * @param heap the table of an index, null when it is not known or the relation is no index
     * @param heapTier where the table lies when the index is moved
     */
    DurationRange duration(
            Relation relation, Method method, Tier from, Tier to, @Nullable Relation heap, Tier heapTier) {
        double[] seconds = new double[Cache.values().length];
        for (Cache cache : Cache.values()) {
            seconds[cache.ordinal()] = method == Method.ALTER
                    ? copy(relation, from, to, cache)
                    : build(relation, method, to, heap, heapTier, cache);
        }
        double spread = method == Method.ALTER ? SPREAD_OF_A_COPY : SPREAD_OF_A_BUILD;
        double likely = seconds[1];
        return new DurationRange(
                rounded(Math.min(seconds[0], likely) / spread),
                rounded(likely),
                rounded(Math.max(seconds[2], likely) * spread));
    }

    /** A copy logs every block, a build about as many bytes as its access method packs into full pages. */
    ByteSize wal(Relation relation, Method method) {
        if (relation.persistence() == Persistence.UNLOGGED) {
            return ByteSize.ZERO;
        }
        double share = version.atLeast(17) ? 1.005 : 1.010;
        return relation.size()
                .times(
                        method == Method.ALTER
                                ? share
                                : BuildCost.of(relation.accessMethod()).walShare());
    }

    private double copy(Relation relation, Tier from, Tier to, Cache cache) {
        double blocks = relation.size().blocks();
        double read = blocks * blockRead(from, cache);
        double write = blocks * (append(to, cache) + BLOCK_WORK);
        double copy = cache == Cache.NONE ? read + write : Math.max(read, write);
        double wal = wal(relation, Method.ALTER).bytes() / WAL_BYTES_PER_SECOND;
        double forks = relation.kind().isIndex() ? 1 : 5;
        double flush = version.atLeast(17) ? 0 : flush(relation.size(), to, cache) + forks * sync(to);
        return Math.max(copy, wal + OVERLAP_WITH_WAL * Math.min(copy, wal)) + flush + sync(to);
    }

    private double build(Relation index, Method method, Tier to, @Nullable Relation heap, Tier heapTier, Cache cache) {
        BuildCost cost = BuildCost.of(index.accessMethod());
        double rows = Math.max(1, rows(index, heap));
        double heapBlocks =
                heap == null ? 4 * index.size().blocks() : heap.size().blocks();
        double scan = heapBlocks * (version.atLeast(17) ? pieces(heapTier, cache) : blockRead(heapTier, cache));
        double work = rows * cost.secondsPerRow(version);
        double out = index.size().blocks() * Math.max(0, append(to, cache) - 10e-6)
                + (version.atLeast(17) ? 0 : flush(index.size(), to, cache));
        double built = cache == Cache.NONE && !version.atLeast(17)
                ? scan + work + out
                : Math.max(scan, cost.overlap() * work) + (1 - cost.overlap()) * work + out;
        if (method == Method.REBUILD) {
            return built + sync(to);
        }
        // with direct I/O the second scan took about one latency a block, on 18 too
        double second = cache == Cache.NONE
                ? heapBlocks * blockRead(heapTier, cache)
                : rows * SECOND_SCAN_PER_ROW[cache.ordinal()];
        // phases wait for each other's transactions, about ten commits in all
        return built + second + rows * SORT_OF_POINTERS + 10 * sync(to);
    }

    private static double rows(Relation index, @Nullable Relation heap) {
        return index.rows() > 0 ? index.rows() : heap == null ? 0 : heap.rows();
    }

    private static double blockRead(Tier tier, Cache cache) {
        return switch (cache) {
            case WARM -> 0;
            case READS_AHEAD ->
                measured(tier, AccessPattern.BUFFERED_READ)
                        .orElse(mean(tier, AccessPattern.SEQUENTIAL_READ, 600e-6) / Demand.SEQUENTIAL_BLOCKS);
            case NONE -> mean(tier, AccessPattern.RANDOM_READ, 600e-6);
        };
    }

    /** Per block of a heap scan in pieces of 128 KiB, as read streams do from 17 on. */
    private static double pieces(Tier tier, Cache cache) {
        return switch (cache) {
            case WARM -> 0;
            case READS_AHEAD ->
                measured(tier, AccessPattern.BUFFERED_LARGE_READ)
                                .orElse(mean(tier, AccessPattern.SEQUENTIAL_READ, 600e-6))
                        / Demand.SEQUENTIAL_BLOCKS
                        / 1.5;
            case NONE -> mean(tier, AccessPattern.SEQUENTIAL_READ, 600e-6) / Demand.SEQUENTIAL_BLOCKS;
        };
    }

    private static double append(Tier tier, Cache cache) {
        double buffered = mean(tier, AccessPattern.APPEND, BUFFERED_APPEND);
        return cache == Cache.NONE ? Math.max(buffered, mean(tier, AccessPattern.RANDOM_WRITE, 600e-6)) : buffered;
    }

    /**
     * Writing back what was buffered, as measured; else large writes, about half as fast as large reads, no slower than many
     * small ones.
     */
    private static double flush(ByteSize size, Tier tier, Cache cache) {
        Profile profile = tier.profile();
        OptionalDouble measured = measured(tier, AccessPattern.FLUSH);
        if (measured.isPresent() && cache != Cache.NONE) {
            return size.bytes() * measured.getAsDouble() / AccessPattern.FLUSH.bytes();
        }
        double perSecond = profile == null
                ? 50e6
                : Math.max(
                        profile.best(AccessPattern.RANDOM_WRITE)
                                .map(PatternResult::bytesPerSecond)
                                .orElse(50e6),
                        0.5
                                * profile.best(AccessPattern.SEQUENTIAL_READ)
                                        .map(PatternResult::bytesPerSecond)
                                        .orElse(100e6));
        return cache == Cache.NONE ? 0 : size.bytes() / Math.max(1e6, perSecond);
    }

    private static double sync(Tier tier) {
        return mean(tier, AccessPattern.SYNC_WRITE, 3e-3);
    }

    private static double mean(Tier tier, AccessPattern pattern, double unknown) {
        return measured(tier, pattern).orElse(unknown);
    }

    private static OptionalDouble measured(Tier tier, AccessPattern pattern) {
        Profile profile = tier.profile();
        return profile == null
                ? OptionalDouble.empty()
                : profile.single(pattern).stream()
                        .mapToDouble(PatternResult::mean)
                        .findFirst();
    }

    /** To two digits, and to the millisecond. */
    private static Duration rounded(double seconds) {
        double two = new BigDecimal(Math.max(1e-3, seconds))
                .round(new MathContext(2))
                .doubleValue();
        return Duration.ofMillis(Math.max(1, Math.round(two * 1000)));
    }
}
