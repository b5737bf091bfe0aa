package dev.pgstow.advise;

import java.util.List;

/**
 * Exact mean value analysis of a closed network of one class with load-dependent centres (Reiser and Lavenberg 1980): how many
 * transactions per second some clients reach that only wait for each other.
 */
final class MeanValueAnalysis {
    private MeanValueAnalysis() {}

    /**
     * A place where customers queue.
     *
     * @param visits per transaction (or seconds per transaction, where the rate is in seconds per second)
     * @param rates {@code rates[j - 1]}: completions per second with j customers there; the last one holds for more
     */
    record Centre(double visits, double[] rates) {
        double rate(int customers) {
            return rates[Math.min(customers, rates.length) - 1];
        }
    }

    /**
     * Transactions per second.
     *
     * @param delay seconds of a transaction spent without queueing for anybody
     */
    static double throughput(int clients, double delay, List<Centre> centres) {
        int count = centres.size();
        double[][] here = new double[count][clients + 1];
        for (double[] probabilities : here) {
            probabilities[0] = 1;
        }
        double throughput = 0;
        for (int n = 1; n <= clients; n++) {
            double response = delay;
            for (int i = 0; i < count; i++) {
                response += residence(centres.get(i), here[i], n);
            }
            throughput = n / response;
            for (int i = 0; i < count; i++) {
                advance(centres.get(i), here[i], n, throughput);
            }
        }
        return throughput;
    }

    /** Seconds that one transaction spends at a centre when n customers are in the network. */
    private static double residence(Centre centre, double[] before, int n) {
        double seconds = 0;
        for (int j = 1; j <= n; j++) {
            seconds += j / centre.rate(j) * before[j - 1];
        }
        return centre.visits() * seconds;
    }

    /** From the probabilities of n - 1 customers in the network to those of n. */
    private static void advance(Centre centre, double[] probabilities, int n, double throughput) {
        double sum = 0;
        for (int j = n; j >= 1; j--) {
            probabilities[j] = throughput * centre.visits() / centre.rate(j) * probabilities[j - 1];
            sum += probabilities[j];
        }
        probabilities[0] = Math.max(0, 1 - sum);
        if (sum > 1) {
            // rounding near saturation
            for (int j = 1; j <= n; j++) {
                probabilities[j] /= sum;
            }
        }
    }
}
