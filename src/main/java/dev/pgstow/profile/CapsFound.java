package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a cap from a latency: at a cap more requests in flight give no more operations, they only wait longer. A rate that a
 * busy processor holds down is no cap of the tier.
 */
final class CapsFound {
    /** How far apart rates at a cap may lie. */
    private static final double PLATEAU = 0.06;
    /** From how close to a cap a result counts as limited by it. */
    private static final double NEAR = 0.93;
    /** Reads and writes have a cap in common when together they do less than this share of what each one's cap would allow. */
    private static final double IN_COMMON = 0.93;

    private final List<PatternResult> results;

    private CapsFound(List<PatternResult> results) {
        this.results = results;
    }

    /** The caps that these results show. */
    static Limits of(List<PatternResult> results) {
        return new CapsFound(results).limits();
    }

    /** The results with {@code CAP} as the reason wherever one of the caps held them down. */
    static List<PatternResult> marked(List<PatternResult> results, Limits caps) {
        return results.stream()
                .map(result -> result.limitedBy() == LimitedBy.LATENCY && atCap(results, result, caps)
                        ? result.limitedBy(LimitedBy.CAP)
                        : result)
                .toList();
    }

    private Limits limits() {
        Double readBytes = bytes(AccessPattern.LARGE_READ);
        Double writeBytes = bytes(AccessPattern.LARGE_WRITE);
        Double reads = operations(AccessPattern.RANDOM_READ, readBytes);
        Double writes = operations(AccessPattern.RANDOM_WRITE, writeBytes);
        return new Limits(reads, writes, total(reads, writes), readBytes, writeBytes, null);
    }

    private @Nullable Double bytes(AccessPattern pattern) {
        OptionalDouble cap = plateau(pattern);
        return cap.isEmpty() ? null : (Double) (cap.getAsDouble() * pattern.bytes());
    }

    /** Null too when it is the cap on bytes that holds the operations down. */
    private @Nullable Double operations(AccessPattern pattern, @Nullable Double byteCap) {
        OptionalDouble cap = plateau(pattern);
        return cap.isEmpty() || (byteCap != null && cap.getAsDouble() * pattern.bytes() > NEAR * byteCap)
                ? null
                : (Double) cap.getAsDouble();
    }

    /** The rate that at least doubling the requests in flight did not raise. */
    private OptionalDouble plateau(AccessPattern pattern) {
        List<PatternResult> curve = results.stream()
                .filter(result -> result.pattern() == pattern && result.pause().isZero())
                .sorted(Comparator.comparingInt(PatternResult::depth))
                .toList();
        double best = curve.stream()
                .mapToDouble(PatternResult::operationsPerSecond)
                .max()
                .orElse(0);
        List<PatternResult> flat = curve.stream()
                .filter(result -> result.operationsPerSecond() >= (1 - PLATEAU) * best)
                .toList();
        if (flat.size() < 2
                || flat.get(flat.size() - 1).depth() < 2 * flat.get(0).depth()
                || flat.stream().anyMatch(result -> result.limitedBy() != LimitedBy.LATENCY)) {
            return OptionalDouble.empty();
        }
        double[] rates = flat.stream()
                .mapToDouble(PatternResult::operationsPerSecond)
                .sorted()
                .toArray();
        int middle = rates.length / 2;
        return OptionalDouble.of(rates.length % 2 == 1 ? rates[middle] : (rates[middle - 1] + rates[middle]) / 2);
    }

    /** A mix of as many reads as writes does twice what the lower cap allows, unless both draw on one. */
    private @Nullable Double total(@Nullable Double reads, @Nullable Double writes) {
        Optional<PatternResult> read = mixed(AccessPattern.MIXED_50_READ);
        Optional<PatternResult> written = mixed(AccessPattern.MIXED_50_WRITE);
        if (reads == null || writes == null || read.isEmpty() || written.isEmpty()) {
            return null;
        }
        double both = read.get().operationsPerSecond() + written.get().operationsPerSecond();
        boolean inCommon = both < IN_COMMON * 2 * Math.min(reads, writes) && both > NEAR * Math.max(reads, writes);
        return inCommon ? (Double) both : null;
    }

    private Optional<PatternResult> mixed(AccessPattern pattern) {
        return results.stream()
                .filter(result -> result.pattern() == pattern && result.limitedBy() == LimitedBy.LATENCY)
                .max(Comparator.comparingInt(PatternResult::depth));
    }

    private static boolean atCap(List<PatternResult> all, PatternResult result, Limits caps) {
        return switch (result.pattern()) {
            case RANDOM_READ, HANDED_READ ->
                near(result.operationsPerSecond(), caps.readIops())
                        || near(result.bytesPerSecond(), caps.readBytesPerSecond());
            case RANDOM_WRITE, FILE_WRITE ->
                near(result.operationsPerSecond(), caps.writeIops())
                        || near(result.bytesPerSecond(), caps.writeBytesPerSecond());
            case SEQUENTIAL_READ, LARGE_READ ->
                near(result.bytesPerSecond(), caps.readBytesPerSecond())
                        || near(result.operationsPerSecond(), caps.readIops());
            case LARGE_WRITE -> near(result.bytesPerSecond(), caps.writeBytesPerSecond());
            case MIXED_50_READ, MIXED_50_WRITE, MIXED_70_READ, MIXED_70_WRITE -> mixAtCap(all, result, caps);
            default -> false;
        };
    }

    /** One direction at its own cap holds the other down too: a mix keeps its proportions. */
    private static boolean mixAtCap(List<PatternResult> all, PatternResult result, Limits caps) {
        Set<AccessPattern> reads = Set.of(AccessPattern.MIXED_50_READ, AccessPattern.MIXED_70_READ);
        boolean half =
                result.pattern() == AccessPattern.MIXED_50_READ || result.pattern() == AccessPattern.MIXED_50_WRITE;
        double sum = 0;
        for (PatternResult each : all) {
            boolean same = half
                    ? each.pattern() == AccessPattern.MIXED_50_READ || each.pattern() == AccessPattern.MIXED_50_WRITE
                    : each.pattern() == AccessPattern.MIXED_70_READ || each.pattern() == AccessPattern.MIXED_70_WRITE;
            if (same && each.depth() == result.depth()) {
                sum += each.operationsPerSecond();
                if (near(
                        each.operationsPerSecond(),
                        reads.contains(each.pattern()) ? caps.readIops() : caps.writeIops())) {
                    return true;
                }
            }
        }
        return near(sum, caps.totalIops());
    }

    private static boolean near(double rate, @Nullable Double cap) {
        return cap != null && rate >= NEAR * cap;
    }
}
