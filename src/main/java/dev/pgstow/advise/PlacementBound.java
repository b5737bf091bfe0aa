package dev.pgstow.advise;

import java.util.List;
import java.util.function.DoubleBinaryOperator;

/**
 * A TPS that no placement can exceed, whatever the search found. Each of the model's bounds is relaxed by itself: what it divides by
 * is at least the Lagrangian lower bound of that sum under the capacities (any prices of space above zero give a valid one; a few
 * steps of subgradient search find good ones).
 */
final class PlacementBound {
    private static final int STEPS = 120;

    private final Problem problem;

    PlacementBound(Problem problem) {
        this.problem = problem;
    }

    double tps() {
        CostModel model = problem.model();
        List<TierSpeed> tiers = model.inputs().tiers();
        double fixedSeconds = model.inputs().cpu()
                + model.inputs().elsewhere()
                + model.inputs().flushes() * model.inputs().sync();
        double reads = 0;
        for (int t = 0; t < tiers.size(); t++) {
            fixedSeconds += model.readSeconds(problem.fixed(), t);
            reads += problem.fixed().reads(t);
        }
        double seconds = fixedSeconds + least((i, t) -> seconds(tiers, (int) i, (int) t));
        double bound = Math.min(
                model.clients() / seconds,
                model.inputs().cores() / model.inputs().cpu());
        double allCaps = 0;
        for (int t = 0; t < tiers.size(); t++) {
            int tier = t;
            double least = problem.fixed().reads(t)
                    + least((i, at) -> (int) at == tier ? demand((int) i).reads() : 0);
            double cap = Math.min(tiers.get(t).readCap(), tiers.get(t).totalCap());
            allCaps += cap;
            bound = least > 0 ? Math.min(bound, cap / least) : bound;
        }
        for (Candidate each : problem.candidates()) {
            reads += each.demand().reads();
        }
        return reads > 0 ? Math.min(bound, allCaps / reads) : bound;
    }

    private Demand demand(int candidate) {
        return problem.candidates().get(candidate).demand();
    }

    private double seconds(List<TierSpeed> tiers, int candidate, int tier) {
        TierSpeed speed = tiers.get(tier);
        return demand(candidate).waitedReads() * speed.readLatency()
                + demand(candidate).sequentialReads() * speed.sequentialLatency();
    }

    /** A lower bound of the least sum of costs over the candidates, each on one tier, within the room of the tiers. */
    private double least(DoubleBinaryOperator cost) {
        int tiers = problem.tiers();
        double[] price = new double[tiers];
        double best = 0;
        double scale = 0;
        for (int i = 0; i < problem.candidates().size(); i++) {
            for (int t = 0; t < tiers; t++) {
                scale = Math.max(scale, cost.applyAsDouble(i, t));
            }
        }
        double perByte = scale / problem.totalBytes();
        for (int step = 1; step <= STEPS; step++) {
            double value = 0;
            double[] used = new double[tiers];
            for (int i = 0; i < problem.candidates().size(); i++) {
                double bytes = problem.candidates().get(i).bytes();
                int cheapest = -1;
                double least = Double.POSITIVE_INFINITY;
                for (int t : problem.candidates().get(i).allowed()) {
                    double priced = cost.applyAsDouble(i, t) + price[t] * bytes;
                    if (priced < least) {
                        least = priced;
                        cheapest = t;
                    }
                }
                value += least;
                used[cheapest] += bytes;
            }
            for (int t = 0; t < tiers; t++) {
                value -= price[t] == 0 ? 0 : price[t] * room(t);
                double over = room(t) == Double.POSITIVE_INFINITY ? 0 : (used[t] - room(t)) / problem.totalBytes();
                price[t] = Math.max(0, price[t] + 4 * perByte * over / Math.sqrt(step));
            }
            best = Math.max(best, value);
        }
        return best;
    }

    /** A tier that is too full already may stay as it is. */
    private double room(int tier) {
        if (problem.room()[tier] == Long.MAX_VALUE) {
            return Double.POSITIVE_INFINITY;
        }
        return Math.max(problem.room()[tier], problem.used(problem.present())[tier]);
    }
}
