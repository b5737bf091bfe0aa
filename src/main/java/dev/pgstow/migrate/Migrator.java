package dev.pgstow.migrate;

import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Tiers;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the moves of a plan, one after the other.
 *
 * <pre>
 *            already there, refused by preflight
 *   waiting ─────────────────────────────────────▶ skipped
 *      │ ▲
 *      │ └── no lock, or its target is not freed yet: once to the end of the line
 *      ▼
 *   begun ── catalog says it lies there ──▶ moved
 *      ├──── window, user, or no room yet ─▶ deferred
 *      └──── anything else ────────────────▶ failed
 * </pre>
 *
 * Where the tiers' space is not known, a move whose target an earlier move was to make room in waits for that one: only the
 * plan's order keeps a tier from overflowing.
 */
public final class Migrator {
    private static final String ALREADY_THERE = "already there";

    private final RunContext context;
    private final @Nullable Tiers tiers;
    private final MoveCheck check;
    private final Map<RelationName, MoveResult> results = new LinkedHashMap<>();
    private final Set<String> full = new HashSet<>();
    private boolean lost;
    private boolean shortOfWindow;

    /** A move in the line, and whether it was sent back once already. */
    private record Waiting(Move move, boolean again) {}

    public Migrator(
            MoveSession session, Journal journal, MigrateTerms terms, RunTime time, RunLog log, @Nullable Tiers tiers) {
        this.context = new RunContext(session, journal, terms, time, log);
        this.tiers = tiers;
        this.check = new MoveCheck(session.server().cluster().version());
    }

    /**
     * Goes through the moves in their order. Starts nothing outside the window.
     *
     * @param refused those that preflight refuses, with the reason: they are skipped
     */
    public RunResult run(List<Move> moves, Map<RelationName, String> refused) {
        Deque<Waiting> line = new ArrayDeque<>();
        moves.forEach(move -> line.add(new Waiting(move, false)));
        while (!line.isEmpty()) {
            Waiting next = line.removeFirst();
            String reason = refused.get(next.move().relation());
            Optional<MoveResult> result =
                    reason != null ? Optional.of(unmade(next.move(), Outcome.SKIPPED, reason)) : make(next, moves);
            result.ifPresentOrElse(this::ended, () -> line.addLast(new Waiting(next.move(), true)));
        }
        return new RunResult(
                ending(),
                moves.stream().map(move -> results.get(move.relation())).toList(),
                !refused.isEmpty(),
                context.terms().window().nextOpening(context.now()).orElse(null));
    }

    /** Empty when the move goes to the end of the line. */
    private Optional<MoveResult> make(Waiting waiting, List<Move> moves) {
        Move move = waiting.move();
        if (lost) {
            return Optional.of(unmade(move, Outcome.DEFERRED, "the connection was lost before it"));
        }
        Optional<Relation> found = context.session().find(move.relation());
        if (MoveCheck.there(move, found)) {
            return Optional.of(alreadyThere(move, found.orElseThrow()));
        }
        List<MoveCheck.Problem> problems = check.problems(move, found);
        if (!problems.isEmpty()) {
            return Optional.of(unmade(
                    move,
                    Outcome.FAILED,
                    String.join(
                            "; ",
                            problems.stream().map(MoveCheck.Problem::message).toList())));
        }
        Optional<String> noRoom = tiers == null ? occupied(move, moves) : noSpace(move, found.orElseThrow());
        if (noRoom.isPresent()) {
            return waiting.again() ? Optional.of(unmade(move, Outcome.DEFERRED, noRoom.get())) : Optional.empty();
        }
        return start(waiting, found.orElseThrow());
    }

    private Optional<MoveResult> start(Waiting waiting, Relation relation) {
        Move move = waiting.move();
        Duration atMost = context.upperBound(move, relation.size());
        Optional<String> notNow = context.notNow(atMost);
        if (notNow.isPresent()) {
            shortOfWindow |= !context.stopped();
            return Optional.of(unmade(move, Outcome.DEFERRED, notNow.get()));
        }
        if (full.contains(move.to())) {
            return Optional.of(unmade(move, Outcome.DEFERRED, "'" + move.to() + "' ran out of space"));
        }
        List<Leftover> left = dropLeftoverOfOurs(move);
        if (!left.isEmpty()) {
            String reason = new Cleanup(context).text(left);
            context.journal().append(ended(move, Outcome.FAILED, reason, relation.oid(), left));
            return Optional.of(unmade(move, Outcome.FAILED, reason));
        }
        MoveRun run = new MoveRun(context, move, relation, atMost);
        MoveResult result = run.make();
        lost |= run.lost();
        if (run.diskFull()) {
            full.add(move.to());
        }
        shortOfWindow |= result.outcome() == Outcome.DEFERRED && !context.stopped();
        return run.noLock() && !waiting.again() ? Optional.empty() : Optional.of(result);
    }

    private MoveResult alreadyThere(Move move, Relation relation) {
        boolean unfinished = context.journal().history().unfinished(move).isPresent();
        List<Leftover> left = dropLeftoverOfOurs(move);
        if (!unfinished && left.isEmpty()) {
            return unmade(move, Outcome.SKIPPED, ALREADY_THERE);
        }
        Outcome outcome = left.isEmpty() ? Outcome.MOVED : Outcome.FAILED;
        String reason = Stream.of(
                        unfinished ? "made by an earlier process of this run" : "", new Cleanup(context).text(left))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        context.journal().append(ended(move, outcome, reason, relation.oid(), left));
        return unmade(move, outcome, reason);
    }

    private JournalEntry.Ended ended(Move move, Outcome outcome, String reason, long oid, List<Leftover> left) {
        return new JournalEntry.Ended(
                context.now(),
                move.relation(),
                outcome,
                Duration.ZERO,
                0,
                reason,
                oid,
                left.stream().map(Leftover::oid).toList());
    }

    /** What an earlier attempt of this run left: one that died, or one that could not clean up. Returns what stays. */
    private List<Leftover> dropLeftoverOfOurs(Move move) {
        Cleanup cleanup = new Cleanup(context);
        RunHistory history = context.journal().history();
        return history.unfinished(move)
                .map(started -> cleanup.dropOthersThan(move, started.leftovers()))
                .orElseGet(() -> history.lastEnd(move)
                        .map(end -> cleanup.dropThese(move, end.left()))
                        .orElse(List.of()));
    }

    /** Whether an earlier move of the plan was to make room where this one goes, and did not. */
    private Optional<String> occupied(Move move, List<Move> moves) {
        for (Move earlier : moves.subList(0, moves.indexOf(move))) {
            MoveResult result = results.get(earlier.relation());
            boolean away = result != null
                    && (result.outcome() == Outcome.MOVED || result.reason().equals(ALREADY_THERE));
            if (!away && earlier.kind().hasStorage() && earlier.from().equals(move.to())) {
                return Optional.of("waits for " + earlier.relation() + " to leave '" + move.to() + "'");
            }
        }
        return Optional.empty();
    }

    private Optional<String> noSpace(Move move, Relation relation) {
        return new Space(Objects.requireNonNull(tiers), context.session().tablespaces()).problem(move, relation);
    }

    private static MoveResult unmade(Move move, Outcome outcome, String reason) {
        return new MoveResult(move, outcome, Duration.ZERO, 0, reason);
    }

    private void ended(MoveResult result) {
        results.put(result.move().relation(), result);
        context.log().ended(result);
    }

    private RunResult.Ending ending() {
        if (lost) {
            return RunResult.Ending.LOST;
        }
        if (context.stopped()) {
            return RunResult.Ending.STOPPED;
        }
        return shortOfWindow ? RunResult.Ending.WINDOW : RunResult.Ending.THROUGH;
    }
}
