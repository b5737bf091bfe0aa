package dev.pgstow.advise;

import java.util.Arrays;

/** The sums of {@link Demand} of the relations on each tier, by the tier's position. Immutable. */
final class TierLoads {
    /** Loads of a tier, at these positions. */
    static final int KINDS = 5;

    static final int RANDOM_READS = 0;
    static final int WAITED_READS = 1;
    static final int SEQUENTIAL_READS = 2;
    static final int BYTES_READ = 3;
    static final int WRITES = 4;

    private final double[] sums;

    private TierLoads(double[] sums) {
        this.sums = sums;
    }

    static TierLoads none(int tiers) {
        return new TierLoads(new double[tiers * KINDS]);
    }

    TierLoads plus(int tier, Demand demand) {
        return plus(tier, demand, 1);
    }

    /** One relation from a tier to another. Rests of rounding below zero count as zero. */
    TierLoads moved(int from, int to, Demand demand) {
        return plus(from, demand, -1).plus(to, demand, 1);
    }

    private TierLoads plus(int tier, Demand demand, int sign) {
        double[] sums = Arrays.copyOf(this.sums, this.sums.length);
        int at = tier * KINDS;
        sums[at + RANDOM_READS] += sign * demand.randomReads();
        sums[at + WAITED_READS] += sign * demand.waitedReads();
        sums[at + SEQUENTIAL_READS] += sign * demand.sequentialReads();
        sums[at + BYTES_READ] += sign * demand.bytesRead();
        sums[at + WRITES] += sign * demand.writes();
        return new TierLoads(sums);
    }

    TierLoads plus(TierLoads other) {
        double[] sums = this.sums.clone();
        for (int i = 0; i < sums.length; i++) {
            sums[i] += other.sums[i];
        }
        return new TierLoads(sums);
    }

    TierLoads scaled(double reads, double writes) {
        double[] scaled = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            scaled[i] = sums[i] * (i % KINDS == WRITES ? writes : reads);
        }
        return new TierLoads(scaled);
    }

    /** Read operations, waited for or not: what a cap counts. */
    double reads(int tier) {
        return randomReads(tier) + sequentialReads(tier);
    }

    double randomReads(int tier) {
        return load(tier, RANDOM_READS);
    }

    double waitedReads(int tier) {
        return load(tier, WAITED_READS);
    }

    double sequentialReads(int tier) {
        return load(tier, SEQUENTIAL_READS);
    }

    double bytesRead(int tier) {
        return load(tier, BYTES_READ);
    }

    double writes(int tier) {
        return load(tier, WRITES);
    }

    private double load(int tier, int kind) {
        return Math.max(0, sums[tier * KINDS + kind]);
    }

    /** The sum of all loads, each times its factor. */
    double times(double[] factors) {
        double sum = 0;
        for (int i = 0; i < sums.length; i++) {
            sum += Math.max(0, sums[i]) * factors[i];
        }
        return sum;
    }

    /** Each tier's loads one after the other. */
    double[] values() {
        return sums.clone();
    }

    static TierLoads of(double[] values) {
        return new TierLoads(values.clone());
    }
}
