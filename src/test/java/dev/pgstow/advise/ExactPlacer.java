package dev.pgstow.advise;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds a placement that is worth more than a known one, if there is one, by looking at all that simple bounds do not rule out. Shares
 * with the product the model and the problem only: bounds, room and the order of moves are its own. Good for some twenty relations.
 */
final class ExactPlacer {
    /** Placements that are worth hardly more than another are not looked at: there are too many. */
    static final double HARDLY = 2e-4;

    private final Problem problem;
    private final CostModel withoutCaps;
    private final List<TierSpeed> speeds;
    private final int count;
    private final int[] order;
    /** Of the candidates from a position on: the least seconds for each, each load on the tier where it waits least. */
    private final TierLoads[] quickest;

    private final int[] placement;
    private double best;
    private double bestTps;

    ExactPlacer(Problem problem, int[] known) {
        this.problem = problem;
        this.count = problem.candidates().size();
        this.speeds = problem.model().inputs().tiers();
        this.placement = problem.present();
        this.best = worth(known);
        this.bestTps = problem.model().tps(loads(known));
        Inputs inputs = problem.model().inputs();
        for (int t = 0; t < speeds.size(); t++) {
            inputs = inputs.withTier(t, speed -> speed.withReads(1, 1e9));
        }
        this.withoutCaps = new CostModel(inputs, problem.model().clients());
        List<Integer> largest = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            largest.add(i);
        }
        largest.sort(Comparator.comparingDouble(
                i -> -problem.candidates().get(i).demand().reads()));
        this.order = largest.stream().mapToInt(i -> i).toArray();
        this.quickest = new TierLoads[count + 1];
        quickest[count] = TierLoads.none(speeds.size());
        for (int k = count - 1; k >= 0; k--) {
            Candidate each = problem.candidates().get(order[k]);
            int least = each.allowed().first();
            for (int t : each.allowed()) {
                least = seconds(each, t) < seconds(each, least) ? t : least;
            }
            quickest[k] = quickest[k + 1].plus(least, each.demand());
        }
    }

    /** What the best is worth, but for {@link #HARDLY}. */
    double best() {
        search(0, problem.fixed(), 0, new long[speeds.size()]);
        return best;
    }

    /** Of the placement that is worth most. */
    double bestTps() {
        return bestTps;
    }

    private void search(int depth, TierLoads loads, double cost, long[] used) {
        if (depth == count) {
            if (fits(placement)) {
                double worth = worth(placement);
                if (worth > best && reachable(placement)) {
                    best = worth;
                    bestTps = problem.model().tps(loads(placement));
                }
            }
            return;
        }
        if (Math.log(bound(depth, loads)) - cost <= best + HARDLY) {
            return;
        }
        int i = order[depth];
        Candidate each = problem.candidates().get(i);
        for (int t : each.allowed()) {
            used[t] += each.bytes();
            placement[i] = t;
            boolean arrival = t != each.present();
            if (!arrival || used[t] <= problem.room()[t]) {
                search(depth + 1, loads.plus(t, each.demand()), cost + (arrival ? moveCost(i) : 0), used);
            }
            used[t] -= each.bytes();
        }
    }

    /**
     * All that is undecided where it waits least, and without caps; and the caps by what is decided, and by all reads over all caps. Where
     * nothing is written, the model rounds the lesser of both off: both grow with what is decided, and so does what comes of them.
     */
    private double bound(int depth, TierLoads decided) {
        double[] all = decided.values();
        double[] rest = quickest[depth].values();
        double reads = 0;
        double allCaps = 0;
        for (int k = 0; k < all.length; k++) {
            all[k] += rest[k];
        }
        double caps = Double.POSITIVE_INFINITY;
        for (int t = 0; t < speeds.size(); t++) {
            double there = decided.randomReads(t) + decided.sequentialReads(t);
            caps = there > 0 ? Math.min(caps, speeds.get(t).readCap() / there) : caps;
            allCaps += speeds.get(t).readCap();
            reads += all[t * 5] + all[t * 5 + 2];
        }
        caps = reads > 0 ? Math.min(caps, allCaps / reads) : caps;
        double network = withoutCaps.tps(TierLoads.of(all));
        return network / Math.pow(1 + Math.pow(network / caps, 6), 1 / 6d);
    }

    private double seconds(Candidate each, int tier) {
        return each.demand().waitedReads() * speeds.get(tier).readLatency()
                + each.demand().sequentialReads() * speeds.get(tier).sequentialLatency();
    }

    double worth(int[] placement) {
        double worth = Math.log(problem.model().tps(loads(placement)));
        for (int i = 0; i < count; i++) {
            worth -= placement[i] == problem.candidates().get(i).present() ? 0 : moveCost(i);
        }
        return worth;
    }

    private double moveCost(int i) {
        double all = 0;
        for (Candidate each : problem.candidates()) {
            all += each.bytes();
        }
        return 0.0005 + 0.01 * problem.candidates().get(i).bytes() / all;
    }

    private TierLoads loads(int[] placement) {
        TierLoads loads = problem.fixed();
        for (int i = 0; i < count; i++) {
            loads = loads.plus(placement[i], problem.candidates().get(i).demand());
        }
        return loads;
    }

    boolean fits(int[] placement) {
        for (int t = 0; t < speeds.size(); t++) {
            long used = 0;
            boolean gets = false;
            for (int i = 0; i < count; i++) {
                Candidate each = problem.candidates().get(i);
                used += placement[i] == t ? each.bytes() : 0;
                gets |= placement[i] == t && each.present() != t;
            }
            if (gets && used > problem.room()[t]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the moves can be made one after the other, both copies in room, by looking at all sets of moves made. */
    boolean reachable(int[] placement) {
        List<Integer> moving = new ArrayList<>();
        long[] start = new long[speeds.size()];
        for (int i = 0; i < count; i++) {
            Candidate each = problem.candidates().get(i);
            start[each.present()] += each.bytes();
            if (placement[i] != each.present()) {
                moving.add(i);
            }
        }
        boolean[] reached = new boolean[1 << moving.size()];
        reached[0] = true;
        for (int done = 0; done < reached.length; done++) {
            if (!reached[done]) {
                continue;
            }
            long[] used = start.clone();
            for (int m = 0; m < moving.size(); m++) {
                if ((done >> m & 1) == 1) {
                    Candidate each = problem.candidates().get(moving.get(m));
                    used[each.present()] -= each.bytes();
                    used[placement[moving.get(m)]] += each.bytes();
                }
            }
            for (int m = 0; m < moving.size(); m++) {
                int i = moving.get(m);
                long bytes = problem.candidates().get(i).bytes();
                if ((done >> m & 1) == 0 && used[placement[i]] + bytes <= problem.room()[placement[i]]) {
                    reached[done | 1 << m] = true;
                }
            }
        }
        return reached[reached.length - 1];
    }
}
