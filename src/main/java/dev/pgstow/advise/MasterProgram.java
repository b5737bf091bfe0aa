package dev.pgstow.advise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.exception.MathIllegalStateException;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * The linear program of a {@link Relaxation}: how much of each placement is in the mixture that fits on average and whose seconds, by all
 * tangents, and cost are least. And its dual: how much each tangent counts, and what room is worth.
 */
final class MasterProgram {
    /** What room costs that nobody needs to pay for. */
    static final double FORBIDDING = 1e6;
    /** Parts that are less come from rounding. */
    static final double NOTHING = 1e-7;

    private static final double SAME = 1e-7;
    private static final double[] TOLERANCES = {1e-6, 1e-7, 1e-9, 1e-10};
    private static final int PIVOTS = 20_000;
    private static final int KEPT = 4;

    private final double[] room;
    private final List<Column> columns = new ArrayList<>();
    private final List<Tangent> tangents = new ArrayList<>();

    /**
     * A placement, and what of it the program sees.
     *
     * @param loads in the order of {@link TierLoads}
     * @param used room of each tier
     */
    record Column(byte[] placement, double[] loads, double[] used, double cost) {}

    /** Seconds are at least {@code constant + slope * loads}. */
    record Tangent(double constant, double[] slope) {
        double at(double[] loads) {
            return constant + times(slope, loads);
        }
    }

    /** Placements with how much of each is in it; the parts are one in sum. */
    record Mixture(List<Column> columns, double[] parts) {
        double[] loads() {
            double[] loads = new double[columns.get(0).loads.length];
            for (int j = 0; j < parts.length; j++) {
                for (int k = 0; k < loads.length; k++) {
                    loads[k] += parts[j] * columns.get(j).loads[k];
                }
            }
            return loads;
        }

        double cost() {
            double cost = 0;
            for (int j = 0; j < parts.length; j++) {
                cost += parts[j] * columns.get(j).cost;
            }
            return cost;
        }
    }

    /**
     * What the dual says.
     *
     * @param tangent all tangents as one, each by its weight
     * @param rent of each tier's room
     */
    record Dual(Tangent tangent, double[] rent) {}

    /** @param room of each tier, infinite without a limit */
    MasterProgram(double[] room, Column first, Tangent tangent) {
        this.room = room;
        columns.add(first);
        tangents.add(tangent);
    }

    /** Unless it is there already: the simplex method suffers from doubles. */
    boolean add(Column column) {
        boolean known = columns.stream()
                .anyMatch(other -> other.cost == column.cost
                        && Arrays.equals(other.used, column.used)
                        && isNear(other.loads, column.loads));
        return !known && columns.add(column);
    }

    boolean add(Tangent tangent) {
        boolean known = tangents.stream()
                .anyMatch(other ->
                        Math.abs(other.constant - tangent.constant) < SAME && isNear(other.slope, tangent.slope));
        return !known && tangents.add(tangent);
    }

    private static boolean isNear(double[] a, double[] b) {
        for (int i = 0; i < a.length; i++) {
            if (Math.abs(a[i] - b[i]) > SAME * Math.max(Math.abs(a[i]), Math.abs(b[i]))) {
                return false;
            }
        }
        return true;
    }

    /** Forgets what is neither in a mixture nor new, nor the first; whether there was any. */
    boolean forgetAllBut(Mixture mixture) {
        List<Column> kept = new ArrayList<>();
        for (int j = 0; j < columns.size(); j++) {
            boolean used = j < mixture.parts.length && mixture.parts[j] > NOTHING;
            if (j == 0 || used || j >= columns.size() - KEPT) {
                kept.add(columns.get(j));
            }
        }
        double[] loads = mixture.loads();
        double tightest =
                tangents.stream().mapToDouble(each -> each.at(loads)).max().orElse(0);
        List<Tangent> tight = new ArrayList<>();
        for (int k = 0; k < tangents.size(); k++) {
            if (tangents.get(k).at(loads) > tightest * (1 - 1e-3) || k >= tangents.size() - KEPT) {
                tight.add(tangents.get(k));
            }
        }
        boolean fewer = kept.size() < columns.size() || tight.size() < tangents.size();
        columns.clear();
        columns.addAll(kept);
        tangents.clear();
        tangents.addAll(tight);
        return fewer;
    }

    /** Of the first column alone. */
    Mixture first() {
        return new Mixture(List.of(columns.get(0)), new double[] {1});
    }

    /**
     * Solves it. Variables are the columns, then the seconds.
     *
     * @throws MathIllegalStateException when the simplex method fails
     */
    Mixture solve() {
        int count = columns.size();
        double[] objective = new double[count + 1];
        double[] whole = new double[count + 1];
        for (int j = 0; j < count; j++) {
            objective[j] = columns.get(j).cost;
            whole[j] = 1;
        }
        objective[count] = 1;
        List<LinearConstraint> constraints = new ArrayList<>();
        constraints.add(new LinearConstraint(whole, Relationship.EQ, 1));
        for (Tangent tangent : tangents) {
            double[] row = new double[count + 1];
            for (int j = 0; j < count; j++) {
                row[j] = -times(tangent.slope, columns.get(j).loads);
            }
            row[count] = 1;
            constraints.add(new LinearConstraint(row, Relationship.GEQ, tangent.constant));
        }
        for (int t = 0; t < room.length; t++) {
            if (Double.isFinite(room[t])) {
                double[] row = new double[count + 1];
                for (int j = 0; j < count; j++) {
                    row[j] = columns.get(j).used[t];
                }
                constraints.add(new LinearConstraint(row, Relationship.LEQ, room[t]));
            }
        }
        double[] parts = Arrays.copyOf(simplex(objective, constraints, GoalType.MINIMIZE), count);
        double sum = Arrays.stream(parts).filter(part -> part >= NOTHING).sum();
        for (int j = 0; j < count; j++) {
            parts[j] = parts[j] < NOTHING ? 0 : parts[j] / sum;
        }
        return new Mixture(List.copyOf(columns), parts);
    }

    /**
     * Solves the dual. Variables are the weights of the tangents, the rents, and the value of the whole.
     *
     * @throws MathIllegalStateException when the simplex method fails
     */
    Dual dual() {
        int count = tangents.size();
        double[] objective = new double[count + room.length + 1];
        double[] whole = new double[objective.length];
        for (int k = 0; k < count; k++) {
            objective[k] = tangents.get(k).constant;
            whole[k] = 1;
        }
        for (int t = 0; t < room.length; t++) {
            objective[count + t] = Double.isFinite(room[t]) ? -room[t] : -FORBIDDING;
        }
        objective[count + room.length] = 1;
        List<LinearConstraint> constraints = new ArrayList<>();
        constraints.add(new LinearConstraint(whole, Relationship.EQ, 1));
        for (Column column : columns) {
            double[] row = new double[objective.length];
            for (int k = 0; k < count; k++) {
                row[k] = -times(tangents.get(k).slope, column.loads);
            }
            for (int t = 0; t < room.length; t++) {
                row[count + t] = -column.used[t];
            }
            row[count + room.length] = 1;
            constraints.add(new LinearConstraint(row, Relationship.LEQ, column.cost));
        }
        double[] solved = simplex(objective, constraints, GoalType.MAXIMIZE);
        double[] rent = new double[room.length];
        for (int t = 0; t < rent.length; t++) {
            rent[t] = Double.isFinite(room[t]) ? Math.max(0, solved[count + t]) : 0;
        }
        return new Dual(weighted(Arrays.copyOf(solved, count)), rent);
    }

    /** Of the first tangent alone. */
    Dual firstDual() {
        double[] weights = new double[tangents.size()];
        weights[0] = 1;
        return new Dual(weighted(weights), new double[room.length]);
    }

    /** A tangent as well, since the weights are one in sum. */
    private Tangent weighted(double[] weights) {
        double sum = Arrays.stream(weights).map(weight -> Math.max(0, weight)).sum();
        double constant = 0;
        double[] slope = new double[tangents.get(0).slope.length];
        for (int k = 0; k < weights.length; k++) {
            double weight = Math.max(0, weights[k]) / sum;
            constant += weight * tangents.get(k).constant;
            for (int l = 0; l < slope.length; l++) {
                slope[l] += weight * tangents.get(k).slope[l];
            }
        }
        return new Tangent(constant, slope);
    }

    /** Which tolerance the simplex method needs differs from program to program: too small a one finds nothing where there is something. */
    private static double[] simplex(double[] objective, List<LinearConstraint> constraints, GoalType goal) {
        MathIllegalStateException last = new MathIllegalStateException();
        for (double tolerance : TOLERANCES) {
            try {
                return new SimplexSolver(tolerance)
                        .optimize(
                                new MaxIter(PIVOTS),
                                new LinearObjectiveFunction(objective, 0),
                                new LinearConstraintSet(constraints),
                                goal,
                                new NonNegativeConstraint(true))
                        .getPoint();
            } catch (MathIllegalStateException e) {
                last = e;
            }
        }
        throw last;
    }

    static double times(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
