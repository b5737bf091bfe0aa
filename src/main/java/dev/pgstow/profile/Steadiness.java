package dev.pgstow.profile;

import dev.pgstow.model.Course;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Judges the course of a rate, as fio's steady state does: by the slope and the spread over a window that slides along. A
 * rate that fell to a lower level and stayed there had saved-up credit to spend.
 */
public final class Steadiness {
    /** What the last windows are summed up to before they are compared: fewer requests a window, more noise. */
    private static final int GROUPS = 6;
    /** Drift over the sliding window, as a share of the mean. */
    private static final double SLOPE = 0.05;
    /** Standard deviation over the sliding window, as a share of the mean. */
    private static final double SPREAD = 0.15;
    /** A lower level is one below this share of the one before. */
    private static final double DROP = 0.80;
    /** Fewest groups of a level, and how far apart two levels must be for their spread. */
    private static final int LEVEL = 3;

    private static final double DISTANCE = 4;

    /**
     * Requests that ended in a window of time.
     *
     * @param seconds how long it was
     */
    public record Window(double seconds, long requests) {}

    /**
     * What was found.
     *
     * @param from the first window that counts: the first after a drop, else 0
     */
    public record Judgement(Course course, int from) {}

    private Steadiness() {}

    /** Whether the last windows, as many as fill {@code seconds}, show no drift and little spread. */
    public static boolean reached(List<Window> windows, double seconds) {
        double filled = 0;
        int from = windows.size();
        while (from > 0 && filled < seconds) {
            from--;
            filled += windows.get(from).seconds();
        }
        return filled >= seconds * 0.99 && isSteady(windows.subList(from, windows.size()));
    }

    /** Of all windows of a measurement, the warm-up left out. */
    public static Judgement of(List<Window> windows) {
        int groups = Math.min(windows.size(), 4 * GROUPS);
        double[] rates = rates(windows, groups);
        int drop = drop(rates);
        if (drop > 0) {
            // the group in which it fell, on whichever side it was counted, belongs to neither level
            double burst = mean(rates, 0, drop > LEVEL ? drop - 1 : drop);
            int lower = groups - drop > LEVEL ? drop + 1 : drop;
            int from = (int) ((long) windows.size() * lower / groups);
            boolean steady = isSteady(windows.subList(from, windows.size()));
            return new Judgement(new Course(steady, burst), from);
        }
        // what a run of full length has to show, a stop at a steady rate has shown already
        List<Window> last = windows.subList(windows.size() / 3, windows.size());
        return new Judgement(isSteady(last) ? Course.STEADY : Course.UNSTEADY, 0);
    }

    private static boolean isSteady(List<Window> windows) {
        if (windows.size() < GROUPS) {
            return false;
        }
        double[] rates = rates(windows, GROUPS);
        double mean = mean(rates, 0, GROUPS);
        long requests = windows.stream().mapToLong(Window::requests).sum();
        // a window holds whole requests: with few of them even a perfect rate jumps by one
        double grain = (double) GROUPS / Math.max(1, requests);
        SimpleRegression line = new SimpleRegression();
        for (int group = 0; group < GROUPS; group++) {
            line.addData(group, rates[group]);
        }
        // a slope that chance alone explains is none
        double slope = Math.max(0, Math.abs(line.getSlope()) - 2 * line.getSlopeStdErr());
        double drift = slope * (GROUPS - 1) / mean;
        double spread = new DescriptiveStatistics(rates).getStandardDeviation() / mean;
        return mean > 0 && drift <= SLOPE + 2 * grain && spread <= SPREAD + grain;
    }

    /** The first group of the lower level, 0 when there is none. */
    private static int drop(double[] rates) {
        int best = 0;
        double largest = 0;
        for (int split = LEVEL; split <= rates.length - LEVEL; split++) {
            double before = mean(rates, 0, split);
            double after = mean(rates, split, rates.length);
            double spread = Math.max(deviation(rates, 0, split), deviation(rates, split, rates.length));
            double gap = (before - after) * Math.sqrt((double) split * (rates.length - split));
            if (after < DROP * before && before - after > DISTANCE * spread && gap > largest) {
                largest = gap;
                best = split;
            }
        }
        return best;
    }

    private static double[] rates(List<Window> windows, int groups) {
        double[] rates = new double[groups];
        for (int group = 0; group < groups; group++) {
            List<Window> part = windows.subList(windows.size() * group / groups, windows.size() * (group + 1) / groups);
            rates[group] = part.stream().mapToLong(Window::requests).sum()
                    / Math.max(1e-9, part.stream().mapToDouble(Window::seconds).sum());
        }
        return rates;
    }

    private static double mean(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).average().orElse(0);
    }

    private static double deviation(double[] values, int from, int to) {
        return new DescriptiveStatistics(Arrays.copyOfRange(values, from, to)).getStandardDeviation();
    }
}
