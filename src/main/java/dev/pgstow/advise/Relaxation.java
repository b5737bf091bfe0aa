package dev.pgstow.advise;

import dev.pgstow.advise.MasterProgram.Column;
import dev.pgstow.advise.MasterProgram.Dual;
import dev.pgstow.advise.MasterProgram.Mixture;
import dev.pgstow.advise.MasterProgram.Tangent;
import java.util.Arrays;
import java.util.Objects;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Problem} with relations that may lie on several tiers in parts. A transaction's seconds are convex in the loads, so tangents
 * bound them from below (Kelley 1960), and what is left is a linear program: mixtures of whole placements that fit on average (Dantzig and
 * Wolfe 1960). Each round asks for the placement that is cheapest at the program's prices, and for the tangent at its mixture, until the
 * mixture is as good as the bound. All in shares of the seconds at the floor.
 */
final class Relaxation {
    private static final int ROUNDS = 200;
    private static final int FAILURES = 4;
    private static final double CLOSE = 2e-5;
    /** Parts that are less come from rounding. */
    static final double NOTHING = MasterProgram.NOTHING;

    private final Problem problem;
    private final double floor;
    private final boolean withMoves;
    private final double unit;
    private final double[] room;
    private final MasterProgram program;
    private @Nullable Prices best;
    private Mixture mixture;

    /**
     * Solves it.
     *
     * @param start a placement that fits; only one that is worth more is looked for
     * @param withMoves whether moves have their cost; without, the bound is one of throughput alone
     */
    Relaxation(Problem problem, int[] start, boolean withMoves) {
        this.problem = problem;
        this.floor = withMoves ? Math.exp(problem.worth(start)) : problem.tps(start);
        this.withMoves = withMoves;
        this.unit = problem.model().clients() / floor;
        this.room = Arrays.stream(problem.roomOrPresent())
                .map(bytes -> bytes / problem.totalBytes())
                .toArray();
        Column first = column(start);
        // a start that the tiers have no room for, or that relations may not lie at, is a way out at a price that
        // nobody pays
        boolean usable = isAllowed(start) && problem.fits(start);
        this.program = new MasterProgram(
                room,
                usable
                        ? first
                        : new Column(
                                first.placement(), first.loads(), new double[room.length], MasterProgram.FORBIDDING),
                tangent(first.loads()));
        this.mixture = program.first();
        solve();
    }

    /** Whether no mixture fits. */
    boolean isForbidden() {
        return mixture.cost() > MasterProgram.FORBIDDING * NOTHING;
    }

    private boolean isAllowed(int[] placement) {
        for (int i = 0; i < placement.length; i++) {
            if (!problem.candidates().get(i).allowed().contains(placement[i])) {
                return false;
            }
        }
        return true;
    }

    /** The best prices found. */
    Prices prices() {
        return Objects.requireNonNull(best, "prices");
    }

    /** Seconds of a transaction that prices are shares of. */
    double unit() {
        return unit;
    }

    /** Nearly what the best mixture is worth, as a placement is. */
    double worth() {
        return Math.log(floor) - Math.log(Math.max(Double.MIN_NORMAL, prices().least()));
    }

    /** A throughput that no placement exceeds. */
    double tps() {
        return Math.max(floor, floor / Math.max(Double.MIN_NORMAL, prices().least()));
    }

    /** How much of a candidate lies on each tier. */
    double[] parts(int candidate) {
        double[] parts = new double[problem.tiers()];
        for (int j = 0; j < mixture.parts().length; j++) {
            parts[mixture.columns().get(j).placement()[candidate]] += mixture.parts()[j];
        }
        return parts;
    }

    private void solve() {
        double reached = Double.POSITIVE_INFINITY;
        int failures = 0;
        boolean news = true;
        for (int round = 0; round < ROUNDS && news && (best == null || reached - best.least() > CLOSE); round++) {
            Prices prices = prices(program.firstDual());
            try {
                prices = prices(program.dual());
                news = program.add(column(cheapest(prices)));
                Mixture next = program.solve();
                double[] loads = next.loads();
                double value = seconds(loads) + next.cost();
                if (value < reached) {
                    reached = value;
                    mixture = next;
                }
                news |= program.add(tangent(loads));
            } catch (MathIllegalStateException e) {
                // a smaller program may do where the simplex method could not solve this one; the bound so far holds
                // anyway
                news = ++failures <= FAILURES && program.forgetAllBut(mixture);
            }
            if (best == null || prices.least() > best.least()) {
                best = prices;
            }
        }
    }

    private int[] cheapest(Prices prices) {
        int[] placement = new int[problem.candidates().size()];
        for (int i = 0; i < placement.length; i++) {
            Candidate each = problem.candidates().get(i);
            placement[i] = prices.cheapest(i, each.pinnedAway() ? each.allowed().first() : each.present());
        }
        return placement;
    }

    private Column column(int[] placement) {
        byte[] tiers = new byte[placement.length];
        for (int i = 0; i < tiers.length; i++) {
            tiers[i] = (byte) placement[i];
        }
        double[] used = Arrays.stream(problem.used(placement))
                .mapToDouble(bytes -> (double) bytes / problem.totalBytes())
                .toArray();
        return new Column(tiers, problem.loads(placement).values(), used, withMoves ? problem.cost(placement) : 0);
    }

    private double seconds(double[] loads) {
        return problem.model().leastSeconds(TierLoads.of(loads), floor) / unit;
    }

    private Tangent tangent(double[] loads) {
        double[] slope = problem.model().gradient(TierLoads.of(loads), floor);
        for (int k = 0; k < slope.length; k++) {
            slope[k] /= unit;
        }
        return new Tangent(seconds(loads) - MasterProgram.times(slope, loads), slope);
    }

    private Prices prices(Dual dual) {
        double constant = dual.tangent().constant();
        double[] perByte = new double[room.length];
        for (int t = 0; t < perByte.length; t++) {
            if (Double.isFinite(room[t])) {
                perByte[t] = dual.rent()[t] / problem.totalBytes();
                constant -= dual.rent()[t] * room[t];
            }
        }
        return new Prices(problem, dual.tangent().slope(), perByte, constant, withMoves);
    }
}
