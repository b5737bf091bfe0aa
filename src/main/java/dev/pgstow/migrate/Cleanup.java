package dev.pgstow.migrate;

import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.List;

/** Drops the invalid index that a concurrent rebuild of ours left, and no other. */
final class Cleanup {
    private static final int TRIES = 20;

    private final RunContext context;

    Cleanup(RunContext context) {
        this.context = context;
    }

    /**
     * Drops what is there now and was not before.
     *
     * @param others OIDs of leftovers that were there before our rebuild began
     * @return what could not be dropped, with the statement for it; empty when nothing is left
     */
    String drop(Move move, List<Long> others) {
        StringBuilder left = new StringBuilder();
        for (Leftover leftover : context.session().leftovers(move.relation())) {
            if (!others.contains(leftover.oid()) && !drop(leftover)) {
                left.append(left.isEmpty() ? "" : "; ")
                        .append("it left the invalid index '")
                        .append(leftover.name().name())
                        .append("', which every write maintains: ")
                        .append(context.session().dropStatement(leftover));
            }
        }
        return left.toString();
    }

    private boolean drop(Leftover leftover) {
        AttemptTerms terms = new AttemptTerms(context.terms().lockTimeout(), Duration.ZERO, null);
        for (int i = 0; i < TRIES && context.windowOpenForLock(); i++) {
            if (context.session().drop(leftover, terms)) {
                return true;
            }
            context.pauseBetweenDrops();
        }
        return false;
    }
}
