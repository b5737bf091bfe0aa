package dev.pgstow.advise;

import java.util.Arrays;

/** The sums of {@link Demand} of the relations on each tier, by the tier's position. Immutable. */
final class TierLoads {
    private static final int KINDS = 5;

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
        sums[at] += sign * demand.randomReads();
        sums[at + 1] += sign * demand.waitedReads();
        sums[at + 2] += sign * demand.sequentialReads();
        sums[at + 3] += sign * demand.bytesRead();
        sums[at + 4] += sign * demand.writes();
        return new TierLoads(sums);
    }

    TierLoads scaled(double reads, double writes) {
        double[] scaled = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            scaled[i] = sums[i] * (i % KINDS == 4 ? writes : reads);
        }
        return new TierLoads(scaled);
    }

    /** Read operations, waited for or not: what a cap counts. */
    double reads(int tier) {
        return randomReads(tier) + sequentialReads(tier);
    }

    double randomReads(int tier) {
        return Math.max(0, sums[tier * KINDS]);
    }

    double waitedReads(int tier) {
        return Math.max(0, sums[tier * KINDS + 1]);
    }

    double sequentialReads(int tier) {
        return Math.max(0, sums[tier * KINDS + 2]);
    }

    double bytesRead(int tier) {
        return Math.max(0, sums[tier * KINDS + 3]);
    }

    double writes(int tier) {
        return Math.max(0, sums[tier * KINDS + 4]);
    }
}
