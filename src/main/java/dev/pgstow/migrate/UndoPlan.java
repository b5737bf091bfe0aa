package dev.pgstow.migrate;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.DurationRange;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The exact reverse of moves: last first, each from where it went to where it was, by the method that took it there. */
public final class UndoPlan {
    private UndoPlan() {}

    /** Of moves that are still to be made. */
    public static Plan of(Cluster cluster, List<Move> moves) {
        return reversed(cluster, moves, Optional.empty());
    }

    /** Of what a run did, as its journal has it; the catalog decides later which of it still has to be taken back. */
    public static Plan of(RunHistory history) {
        return reversed(history.opened().cluster(), history.made(), Optional.of(history));
    }

    private static Plan reversed(Cluster cluster, List<Move> moves, Optional<RunHistory> history) {
        List<Move> back = new ArrayList<>();
        for (Move move : moves) {
            back.add(back(move, history));
        }
        Collections.reverse(back);
        return new Plan(
                cluster,
                null,
                null,
                List.of("Takes back the moves of a run. Made by pgstow before its first move."),
                back);
    }

    private static Move back(Move move, Optional<RunHistory> history) {
        Optional<JournalEntry.Ended> end = history.flatMap(run -> run.lastEnd(move));
        return new Move(
                move.relation(),
                move.kind(),
                end.map(JournalEntry.Ended::oid).orElse(sameOid(move)),
                move.to(),
                move.from(),
                move.method(),
                move.size(),
                move.estimate().high().isZero() ? DurationRange.ZERO : move.estimate(),
                move.wal(),
                "undo: it lay in '" + move.from() + "' before");
    }

    /** A concurrent rebuild gives an index a new OID. */
    private static @Nullable Long sameOid(Move move) {
        return move.method() == Method.REINDEX ? null : move.oid();
    }
}
