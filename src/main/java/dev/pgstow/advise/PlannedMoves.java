package dev.pgstow.advise;

import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Tier;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns a placement into moves, each with its method, cost and reason, in their order. */
final class PlannedMoves {
    private final ServerVersion version;
    private final MoveEstimator estimator;
    private final Places places;
    private final Candidates candidates;
    private final Map<RelationName, RelationActivity> relations;

    PlannedMoves(
            ServerVersion version,
            Places places,
            Candidates candidates,
            Map<RelationName, RelationActivity> relations) {
        this.version = version;
        this.estimator = new MoveEstimator(version);
        this.places = places;
        this.candidates = candidates;
        this.relations = relations;
    }

    List<Move> of(Problem problem, int[] placement) {
        Reasons reasons = new Reasons(problem, placement);
        Map<Integer, Move> moves = new HashMap<>();
        for (int i = 0; i < placement.length; i++) {
            Candidate each = problem.candidates().get(i);
            if (placement[i] != each.present()) {
                boolean pinned = candidates.isPinned(each.relation().name());
                moves.put(i, move(each, placement[i], reasons.toMove(i, pinned)));
            }
        }
        List<Integer> order = new MoveOrder(problem, placement).byBenefit(i -> minutes(moves.get(i)));
        return order.stream().map(moves::get).toList();
    }

    private static double minutes(@Nullable Move move) {
        return move == null ? 0 : move.estimate().likely().toMillis() / 60_000d;
    }

    private Move move(Candidate candidate, int tier, String reason) {
        Relation relation = candidate.relation();
        Method method = MethodChoice.of(relation, version);
        Tier from = places.tiers().get(candidate.present());
        Relation heap = relation.index() == null ? null : table(relation);
        int heapTier = heap == null ? candidate.present() : places.tierOf(heap.tablespace());
        return new Move(
                relation.name(),
                relation.kind(),
                relation.oid(),
                relation.tablespace(),
                candidates.target(candidate, tier),
                method,
                relation.size(),
                estimator.duration(
                        relation,
                        method,
                        from,
                        places.tiers().get(tier),
                        heap,
                        heapTier == Places.NOWHERE ? from : places.tiers().get(heapTier)),
                estimator.wal(relation, method),
                new IndexUse(relations).with(reason, relation.name()));
    }

    private @Nullable Relation table(Relation index) {
        RelationActivity table = relations.get(index.table());
        return table == null ? null : table.relation();
    }
}
