package dev.pgstow.advise;

import java.util.List;

/**
 * What it costs to have a relation on a tier, in seconds of a transaction as a share of those at the floor, if each load and each byte of
 * a tier has a price. With any prices the cheapest sum is a lower bound (Lagrange); with those that {@link Relaxation} finds, it is the
 * highest of them.
 */
final class Prices {
    private final double[][] ofCandidates;
    private final double rest;
    private final double least;

    /**
     * Puts a price on every candidate and tier.
     *
     * @param perLoad in the order of {@link TierLoads}
     * @param perByte on each tier
     * @param constant of the tangents that the prices of the loads come from, less what all room costs
     * @param withMoves whether a move has its cost
     */
    Prices(Problem problem, double[] perLoad, double[] perByte, double constant, boolean withMoves) {
        List<Candidate> candidates = problem.candidates();
        ofCandidates = new double[candidates.size()][problem.tiers()];
        double sum = constant + problem.fixed().times(perLoad);
        this.rest = sum;
        for (int i = 0; i < ofCandidates.length; i++) {
            double[] prices = ofCandidates[i];
            java.util.Arrays.fill(prices, Double.POSITIVE_INFINITY);
            double cheapest = Double.POSITIVE_INFINITY;
            for (int t : candidates.get(i).allowed()) {
                prices[t] = candidates.get(i).demand().times(perLoad, t)
                        + perByte[t] * candidates.get(i).bytes()
                        + (withMoves ? problem.cost(i, t) : 0);
                cheapest = Math.min(cheapest, prices[t]);
            }
            sum += cheapest;
        }
        this.least = sum;
    }

    /** Infinite where it may not lie. */
    double of(int candidate, int tier) {
        return ofCandidates[candidate][tier];
    }

    /** The cheapest tier, its present one if that is as cheap. */
    int cheapest(int candidate, int present) {
        int cheapest = present;
        for (int t = 0; t < ofCandidates[candidate].length; t++) {
            if (of(candidate, t) < of(candidate, cheapest)) {
                cheapest = t;
            }
        }
        return cheapest;
    }

    /** Of everything that is no candidate. */
    double rest() {
        return rest;
    }

    /** Of the cheapest placement of all, whether it fits or not: no placement that fits is cheaper. */
    double least() {
        return least;
    }
}
