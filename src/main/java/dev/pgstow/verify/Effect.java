package dev.pgstow.verify;

import dev.pgstow.model.Range;
import java.util.Arrays;
import java.util.Objects;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * How far two sides lie apart. The unit is the run.
 *
 * @param ratio the median TPS after over before, with the 95 % interval of a bootstrap over the runs of both sides
 * @param pValue of the two-sided Mann-Whitney test
 * @param noiseFloor a relative change smaller than this is not told from noise: the typical distance of a run from its
 *     side's median, of the noisier side, and at least 2 %
 */
public record Effect(Range ratio, double pValue, double noiseFloor) {
    private static final int RESAMPLES = 10_000;
    private static final long SEED = 7421;
    private static final double LEAST_NOISE = 0.02;

    public Effect {
        Objects.requireNonNull(ratio, "ratio");
    }

    static Effect between(double[] before, double[] after) {
        double likely = median(after) / median(before);
        double[] ratios = new double[RESAMPLES];
        RandomGenerator random = new Well19937c(SEED);
        for (int i = 0; i < RESAMPLES; i++) {
            ratios[i] = median(resample(after, random)) / median(resample(before, random));
        }
        Percentile percentile = new Percentile();
        percentile.setData(ratios);
        Range ratio = new Range(
                Math.min(likely, percentile.evaluate(2.5)), likely, Math.max(likely, percentile.evaluate(97.5)));
        double noise = Math.max(LEAST_NOISE, Math.max(spread(before), spread(after)));
        return new Effect(ratio, MannWhitney.pValue(before, after), noise);
    }

    private static double[] resample(double[] values, RandomGenerator random) {
        double[] drawn = new double[values.length];
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = values[random.nextInt(values.length)];
        }
        return drawn;
    }

    /** The median distance from the median, relative to it. */
    private static double spread(double[] values) {
        double middle = median(values);
        return median(Arrays.stream(values)
                        .map(value -> Math.abs(value - middle))
                        .toArray())
                / middle;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
