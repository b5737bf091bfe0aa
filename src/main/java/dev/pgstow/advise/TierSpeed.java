package dev.pgstow.advise;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Tier;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the model needs of a tier. Caps are infinite where none is known.
 *
 * @param device tiers with the same device share its caps
 * @param readLatency seconds that a backend waits for 8 KiB at depth 1, its own work around the read included
 * @param sequentialLatency likewise for 128 KiB
 * @param writeLatency seconds that a backend waits when it writes a block
 * @param readCurve reads per second at depth 1, 2, ... as measured, never falling; the last one holds for more
 */
record TierSpeed(
        String name,
        String device,
        double readLatency,
        double sequentialLatency,
        double writeLatency,
        double[] readCurve,
        double readCap,
        double writeCap,
        double totalCap,
        double byteCap) {
    /** What the server itself adds to a read of its own, in seconds: 10 to 15 us measured. */
    static final double SERVER_OVERHEAD = 12e-6;

    private static final int FEWEST_REQUESTS_AT_A_CAP = 4;
    /** Bytes per second of one stream where nothing is declared: a plain SSD. */
    private static final double PLAIN_BYTES = 500e6;

    /**
     * From a profile and the caps, measured and declared; for a tier that was never measured from what was declared.
     *
     * @throws PgstowException (bad-file) when nothing tells how long a random read of the tier takes, (refused) when its figures
     *     are in doubt
     */
    static TierSpeed of(Tier tier) {
        Profile profile = tier.profile();
        if (profile != null && !profile.doubts().isEmpty()) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "the figures of tier '" + tier.name() + "' are in doubt: "
                            + profile.doubts().get(0),
                    "Measure it with 'pgstow profile', or delete 'doubts' from the tiers file to use them all the same.");
        }
        PatternResult one = profile == null
                ? null
                : profile.single(AccessPattern.RANDOM_READ).orElse(null);
        return profile == null || one == null ? declared(tier) : measured(tier, profile, one);
    }

    private static TierSpeed measured(Tier tier, Profile profile, PatternResult one) {
        Limits caps = tier.caps();
        double sequential = profile.single(AccessPattern.SEQUENTIAL_READ)
                .map(PatternResult::mean)
                .orElse(2 * one.mean());
        double write = profile.single(AccessPattern.RANDOM_WRITE)
                .map(PatternResult::mean)
                .orElse(one.mean());
        return new TierSpeed(
                tier.name(),
                tier.device(),
                one.mean() + SERVER_OVERHEAD,
                sequential + SERVER_OVERHEAD,
                write,
                curve(profile),
                Math.min(operations(profile, AccessPattern.RANDOM_READ), cap(caps.readIops())),
                Math.min(operations(profile, AccessPattern.RANDOM_WRITE), cap(caps.writeIops())),
                cap(caps.totalIops()),
                Math.min(bytes(profile), readBytes(caps)));
    }

    private static TierSpeed declared(Tier tier) {
        Double read = tier.declared().readLatency();
        if (read == null) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "random reads of tier '" + tier.name() + "' were never measured",
                    "Run 'pgstow profile' for it, declare its read_us, or leave the tier out.");
        }
        Limits caps = tier.caps();
        Double write = tier.declared().writeLatency();
        return new TierSpeed(
                tier.name(),
                tier.device(),
                read + SERVER_OVERHEAD,
                read + AccessPattern.SEQUENTIAL_READ.bytes() / Math.min(PLAIN_BYTES, readBytes(caps)) + SERVER_OVERHEAD,
                write == null ? read : write,
                new double[] {1 / read},
                cap(caps.readIops()),
                cap(caps.writeIops()),
                cap(caps.totalIops()),
                readBytes(caps));
    }

    private static double readBytes(Limits caps) {
        return Math.min(cap(caps.readBytesPerSecond()), cap(caps.totalBytesPerSecond()));
    }

    /** The same speed of another tier. */
    TierSpeed called(String other) {
        return new TierSpeed(
                other,
                device,
                readLatency,
                sequentialLatency,
                writeLatency,
                readCurve,
                readCap,
                writeCap,
                totalCap,
                byteCap);
    }

    TierSpeed withReads(double latencyFactor, double capFactor) {
        return new TierSpeed(
                name,
                device,
                readLatency * latencyFactor,
                sequentialLatency * latencyFactor,
                writeLatency,
                java.util.Arrays.stream(readCurve).map(rate -> rate * capFactor).toArray(),
                readCap * capFactor,
                writeCap,
                totalCap * capFactor,
                byteCap * capFactor);
    }

    TierSpeed withWrites(double latency, double capFactor) {
        return new TierSpeed(
                name,
                device,
                readLatency,
                sequentialLatency,
                latency,
                readCurve,
                readCap,
                writeCap * capFactor,
                totalCap,
                byteCap);
    }

    /** With caps that a device must have because they were seen; a measured curve is lifted by as much. */
    TierSpeed seen(double readsPerSecond, double bytesPerSecond) {
        double lift = Math.max(1, Math.max(readsPerSecond / readCap, bytesPerSecond / byteCap));
        return lift == 1 ? this : withReads(1, lift);
    }

    /** For a device under two tiers: what one of them was seen or said to be capable of. Infinite caps are no knowledge. */
    TierSpeed largestCaps(TierSpeed other) {
        return new TierSpeed(
                name,
                device,
                readLatency,
                sequentialLatency,
                writeLatency,
                readCurve,
                larger(readCap, other.readCap),
                larger(writeCap, other.writeCap),
                larger(totalCap, other.totalCap),
                larger(byteCap, other.byteCap));
    }

    private static double larger(double a, double b) {
        return Double.isInfinite(a) || Double.isInfinite(b) ? Math.min(a, b) : Math.max(a, b);
    }

    /** Reads per second of the device with so many in flight, its caps left out. */
    double readRate(int depth) {
        double latencyBound = depth / readLatency;
        // at depth 1 the latency is the better figure: it may come from the server itself
        return readCurve.length < 2 || depth == 1
                ? latencyBound
                : Math.min(latencyBound, readCurve[Math.min(depth, readCurve.length) - 1]);
    }

    private static double cap(@Nullable Double limit) {
        return limit == null ? Double.POSITIVE_INFINITY : limit;
    }

    /** The most seen at any depth, which is a cap only if enough requests were in flight. */
    private static double operations(Profile profile, AccessPattern pattern) {
        return deepest(profile, pattern) < FEWEST_REQUESTS_AT_A_CAP
                ? Double.POSITIVE_INFINITY
                : profile.best(pattern).map(PatternResult::operationsPerSecond).orElse(Double.POSITIVE_INFINITY);
    }

    private static double bytes(Profile profile) {
        return profile.results().stream()
                .filter(result -> (result.pattern() == AccessPattern.SEQUENTIAL_READ && result.depth() > 1)
                        || result.pattern() == AccessPattern.LARGE_READ)
                .mapToDouble(PatternResult::bytesPerSecond)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static int deepest(Profile profile, AccessPattern pattern) {
        return profile.results().stream()
                .filter(result -> result.pattern() == pattern)
                .mapToInt(PatternResult::depth)
                .max()
                .orElse(0);
    }

    /**
     * Whether it does less with some requests in flight than so many latencies or its own best allow, as a spindle does; else a
     * latency and a cap say everything.
     */
    boolean slowsDown() {
        double best = readCurve[readCurve.length - 1];
        for (int depth = 2; depth <= readCurve.length; depth++) {
            if (readCurve[depth - 1] < 0.7 * Math.min(depth * readCurve[0], best)) {
                return true;
            }
        }
        return false;
    }

    /** Measured depths with straight lines between. */
    private static double[] curve(Profile profile) {
        TreeMap<Integer, Double> points = new TreeMap<>();
        List<PatternResult> reads = profile.results().stream()
                .filter(result -> result.pattern() == AccessPattern.RANDOM_READ
                        && result.pause().isZero())
                .sorted(Comparator.comparingInt(PatternResult::depth))
                .toList();
        double best = reads.stream()
                .filter(result -> result.depth() > 1)
                .mapToDouble(PatternResult::operationsPerSecond)
                .max()
                .orElse(Double.POSITIVE_INFINITY);
        double most = 0;
        for (PatternResult result : reads) {
            // with pauses between single requests their rate says nothing, their latency does; but a limiter hits later
            double rate = result.depth() == 1 ? Math.min(1 / result.mean(), best) : result.operationsPerSecond();
            most = Math.max(most, rate);
            points.put(result.depth(), most);
        }
        if (points.isEmpty()) {
            return new double[] {Double.POSITIVE_INFINITY};
        }
        double[] curve = new double[points.lastKey()];
        for (int depth = 1; depth <= curve.length; depth++) {
            var below = points.floorEntry(depth);
            var above = points.ceilingEntry(depth);
            double step = above.getKey().equals(below.getKey())
                    ? 0
                    : (depth - below.getKey()) / (double) (above.getKey() - below.getKey());
            curve[depth - 1] = below.getValue() + step * (above.getValue() - below.getValue());
        }
        return curve;
    }
}
