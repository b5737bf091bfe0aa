package dev.pgstow.migrate;

import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
     * @return what could not be dropped
     */
    List<Leftover> dropOthersThan(Move move, List<Long> others) {
        return drop(move, leftover -> !others.contains(leftover.oid()));
    }

    /** Drops those that an earlier attempt of ours left; returns what still could not be dropped. */
    List<Leftover> dropThese(Move move, List<Long> ours) {
        return ours.isEmpty() ? List.of() : drop(move, leftover -> ours.contains(leftover.oid()));
    }

    /** What is left with the statement for it; empty when nothing is. */
    String text(List<Leftover> left) {
        return left.stream()
                .map(leftover -> "it left the invalid index '" + leftover.name().name()
                        + "', which every write maintains: " + context.session().dropStatement(leftover))
                .collect(Collectors.joining("; "));
    }

    private List<Leftover> drop(Move move, Predicate<Leftover> ours) {
        return context.session().leftovers(move.relation()).stream()
                .filter(ours)
                .filter(leftover -> !drop(leftover))
                .toList();
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
