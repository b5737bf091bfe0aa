package dev.pgstow.migrate;

import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Relation;
import dev.pgstow.plan.Lock;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One move, from the look at the catalog before it to the one after it. Whatever a statement returned, the move is made when
 * the catalog says so and not otherwise.
 */
final class MoveRun {
    /** Who holds a lock for longer than this will hold it longer than a lock timeout: do not even queue behind it. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RunContext context;
    private final Move move;
    private final Relation before;
    private final Duration atMost;
    private int tries;
    private boolean lost;
    private boolean noLock;
    private boolean diskFull;
    private List<Leftover> left = List.of();

    MoveRun(RunContext context, Move move, Relation before, Duration atMost) {
        this.context = context;
        this.move = move;
        this.before = before;
        this.atMost = atMost;
    }

    /** The connection went away: nobody knows what became of the move, and its end is not in the journal. */
    boolean lost() {
        return lost;
    }

    /** It was not made because others held their locks. */
    boolean noLock() {
        return noLock;
    }

    /** The target ran out of space. */
    boolean diskFull() {
        return diskFull;
    }

    MoveResult make() {
        List<Leftover> others = leftovers();
        context.journal()
                .append(new JournalEntry.Started(
                        context.now(),
                        move.relation(),
                        before.oid(),
                        others.stream().map(Leftover::oid).toList()));
        context.log().starting(move, atMost);
        MoveResult result = tryOften(others.stream().map(Leftover::oid).toList());
        if (!lost) {
            long oid =
                    context.session().find(move.relation()).map(Relation::oid).orElse(0L);
            context.journal()
                    .append(new JournalEntry.Ended(
                            context.now(),
                            move.relation(),
                            result.outcome(),
                            result.elapsed(),
                            result.tries(),
                            result.reason(),
                            oid,
                            left.stream().map(Leftover::oid).toList()));
        }
        return result;
    }

    private MoveResult tryOften(List<Long> others) {
        while (true) {
            tries++;
            Attempt attempt = attempt();
            if (attempt.ending() == Attempt.Ending.LOST) {
                lost = true;
                return result(Outcome.FAILED, attempt.elapsed(), "the connection was lost: " + attempt.message());
            }
            diskFull |= attempt.ending() == Attempt.Ending.DISK_FULL;
            boolean made = MoveCheck.there(move, context.session().find(move.relation()));
            left = move.method() == Method.REINDEX && attempt.ending() != Attempt.Ending.RETURNED
                    ? new Cleanup(context).dropOthersThan(move, others)
                    : List.of();
            String leftText = new Cleanup(context).text(left);
            if (made) {
                context.learn(move, before.size(), attempt);
                return result(left.isEmpty() ? Outcome.MOVED : Outcome.FAILED, attempt.elapsed(), leftText);
            }
            if (!left.isEmpty()) {
                return result(Outcome.FAILED, attempt.elapsed(), why(attempt) + "; " + leftText);
            }
            if (attempt.ending() != Attempt.Ending.NO_LOCK) {
                return unmade(attempt);
            }
            context.log().blocked(move, tries, attempt.blockers());
            if (tries >= context.terms().lockTries()) {
                noLock = true;
                return result(Outcome.FAILED, Duration.ZERO, why(attempt));
            }
            context.pauseBetweenTries();
            Optional<String> notNow = context.notNow(atMost);
            if (notNow.isPresent()) {
                return result(Outcome.DEFERRED, Duration.ZERO, notNow.get() + "; before that, " + why(attempt));
            }
        }
    }

    private Attempt attempt() {
        if (move.lock() == Lock.ACCESS_EXCLUSIVE) {
            List<Blocker> holders = context.session().holders(move).stream()
                    .filter(holder -> holder.olderThan(PATIENCE))
                    .toList();
            if (!holders.isEmpty()) {
                return new Attempt(Attempt.Ending.NO_LOCK, "", "", holders, Duration.ZERO, Duration.ZERO);
            }
        }
        return context.session()
                .attempt(move, terms(), progress -> context.log().progress(move, progress));
    }

    private AttemptTerms terms() {
        Instant end = context.workEnd();
        boolean online = move.method() == Method.REINDEX;
        boolean endless = end.equals(Instant.MAX);
        Duration rest = endless ? Duration.ZERO : Duration.between(context.now(), end);
        return new AttemptTerms(
                online ? Duration.ZERO : context.terms().lockTimeout(),
                online || endless ? Duration.ZERO : rest.plusMillis(1),
                endless ? null : end);
    }

    private MoveResult unmade(Attempt attempt) {
        boolean ours = context.stopped() || !context.now().isBefore(context.workEnd());
        Outcome outcome = attempt.ending() == Attempt.Ending.CANCELLED && ours ? Outcome.DEFERRED : Outcome.FAILED;
        return result(outcome, attempt.elapsed(), why(attempt));
    }

    private String why(Attempt attempt) {
        String by = attempt.blockers().isEmpty()
                ? ""
                : " by "
                        + String.join(
                                ", ",
                                attempt.blockers().stream()
                                        .map(Blocker::toString)
                                        .toList());
        return switch (attempt.ending()) {
            case NO_LOCK ->
                "could not get its lock in " + tries + (tries == 1 ? " try" : " tries")
                        + (by.isEmpty() ? "" : ": held" + by);
            case CANCELLED -> cancelled() + (by.isEmpty() ? "" : "; it was kept waiting" + by);
            case DISK_FULL, REFUSED -> "the server refused (SQLSTATE " + attempt.sqlState() + "): " + attempt.message();
            case RETURNED, LOST -> "the server reported success, but the catalog " + place();
        };
    }

    private String cancelled() {
        if (context.stopped()) {
            return "taken back: the run was asked to stop";
        }
        return context.now().isBefore(context.workEnd())
                ? "somebody cancelled it in the server"
                : "taken back at the end of the window";
    }

    private String place() {
        return context.session()
                .find(move.relation())
                .map(relation -> relation.indexFacts().map(IndexFacts::valid).orElse(true)
                        ? "has it in '" + relation.tablespace() + "'"
                        : "has it as invalid")
                .orElse("does not have it any more");
    }

    private List<Leftover> leftovers() {
        return move.method() == Method.REINDEX ? context.session().leftovers(move.relation()) : List.of();
    }

    private MoveResult result(Outcome outcome, Duration elapsed, String reason) {
        return new MoveResult(move, outcome, elapsed, tries, reason);
    }
}
