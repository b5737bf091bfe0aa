package dev.pgstow.advise;

import dev.pgstow.model.ByteSize;
import java.util.List;
import java.util.Locale;

/** Why relations move or stay, in the numbers that decided it. */
final class Reasons {
    private static final double ABOUT_AS_FAST = 1.2;

    private final Problem problem;
    private final int[] placement;
    private final List<TierSpeed> tiers;
    private final double reads;
    private final double writes;

    Reasons(Problem problem, int[] placement) {
        this.problem = problem;
        this.placement = placement;
        this.tiers = problem.model().inputs().tiers();
        TierLoads loads = problem.loads(placement);
        double reads = 0;
        double writes = 0;
        for (int t = 0; t < problem.tiers(); t++) {
            reads += loads.reads(t);
            writes += loads.writes(t);
        }
        this.reads = reads;
        this.writes = writes;
    }

    String toMove(int candidate, boolean pinned) {
        Candidate each = problem.candidates().get(candidate);
        TierSpeed from = tiers.get(each.present());
        TierSpeed to = tiers.get(placement[candidate]);
        double cheaper = from.readLatency() / to.readLatency();
        String share = share(each);
        if (pinned) {
            return "pinned; " + share;
        }
        if (cheaper > ABOUT_AS_FAST) {
            return share + ", " + times(cheaper) + "x cheaper on " + to.name();
        }
        if (cheaper < 1 / ABOUT_AS_FAST) {
            return "leaves " + from.name() + " to others: " + share;
        }
        return "takes " + share + " off " + from.name();
    }

    String toStay(int candidate) {
        Candidate each = problem.candidates().get(candidate);
        int fastest = each.present();
        for (int t : each.allowed()) {
            fastest = tiers.get(t).readLatency() < tiers.get(fastest).readLatency() / ABOUT_AS_FAST ? t : fastest;
        }
        String target = tiers.get(fastest).name();
        if (fastest == each.present()) {
            return share(each) + ", no tier is faster";
        }
        long room = problem.room()[fastest];
        if (each.bytes() > room) {
            return share(each) + ", but " + each.relation().size() + " is more than the "
                    + new ByteSize(Math.max(0, room)) + " to be had on " + target;
        }
        if (room != Long.MAX_VALUE && each.bytes() > room - problem.used(placement)[fastest]) {
            return share(each) + ", others use the room on " + target + " better";
        }
        return share(each) + ", on " + target + " it would gain too little";
    }

    private String share(Candidate candidate) {
        Demand demand = candidate.demand();
        boolean writing = reads == 0 || (writes > 0 && demand.writes() / writes > 2 * demand.reads() / reads);
        return writing
                ? number(demand.writes()) + " of " + number(writes) + " writes per transaction"
                : number(demand.reads()) + " of " + number(reads) + " device reads per transaction";
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
    }

    private static String times(double factor) {
        return String.format(Locale.ROOT, factor >= 10 ? "%.0f" : "%.1f", factor);
    }
}
