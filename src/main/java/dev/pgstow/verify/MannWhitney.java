package dev.pgstow.verify;

import org.apache.commons.math3.stat.inference.MannWhitneyUTest;
import org.apache.commons.math3.stat.ranking.NaturalRanking;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * The two-sided Mann-Whitney test. Up to 20 values in all it is exact, by going through all ways to divide the ranks between
 * the two sides, mid-ranks where values are tied; above that the normal approximation does.
 */
final class MannWhitney {
    private static final int EXACT_UP_TO = 20;

    private MannWhitney() {}

    /** How likely sides without any difference are to lie at least this far apart. */
    static double pValue(double[] one, double[] other) {
        int total = one.length + other.length;
        if (total > EXACT_UP_TO) {
            return new MannWhitneyUTest().mannWhitneyUTest(one, other);
        }
        double[] all = new double[total];
        System.arraycopy(one, 0, all, 0, one.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        double[] ranks = new NaturalRanking().rank(all);
        double expected = one.length * (total + 1) / 2.0;
        double seen = 0;
        for (int i = 0; i < one.length; i++) {
            seen += ranks[i];
        }
        // sums of mid-ranks are multiples of one half, so equal ones compare as equal
        double distance = Math.abs(seen - expected);
        long asFar = atLeastAsFar(ranks, 0, one.length, -expected, distance);
        return (double) asFar / CombinatoricsUtils.binomialCoefficient(total, one.length);
    }

    /** How many ways to take so many ranks from a position on end at least that far from zero. */
    private static long atLeastAsFar(double[] ranks, int position, int toTake, double sum, double distance) {
        if (toTake == 0) {
            return Math.abs(sum) >= distance ? 1 : 0;
        }
        if (ranks.length - position < toTake) {
            return 0;
        }
        return atLeastAsFar(ranks, position + 1, toTake - 1, sum + ranks[position], distance)
                + atLeastAsFar(ranks, position + 1, toTake, sum, distance);
    }
}
