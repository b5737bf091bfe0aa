package dev.pgstow.advise;

import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PartitionTree;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Range;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Tiers;
import dev.pgstow.plan.Basis;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** From what a workload did and what the tiers can do to a plan. */
public final class Advisor {
    private final Activity activity;
    private final Places places;
    private final AdviseOptions options;
    private final Calibration calibration;
    private final Candidates candidates;
    private final Map<RelationName, RelationActivity> relations = new HashMap<>();

    private Advisor(Activity activity, Tiers tiers, AdviseOptions options, @Nullable MeasuredLoad load) {
        this.activity = activity;
        this.places = Places.of(activity, tiers, options);
        this.options = options;
        this.calibration = Calibration.of(activity, places, options, load);
        this.candidates = new Candidates(activity, places, options, calibration);
        activity.relations().forEach(each -> relations.put(each.relation().name(), each));
    }

    /**
     * Chooses a placement of all databases together.
     *
     * @param load a benchmark of the present placement, if there is one: better than the activity's own rate
     * @throws PgstowException (refused) when nothing was committed in the interval, (no-space) when pins do not fit, (bad-file)
     *     when a tier was never measured, (usage) when the options name what does not exist or contradict each other or the pins
     */
    public static Advice advise(Activity activity, Tiers tiers, AdviseOptions options, @Nullable MeasuredLoad load) {
        if (activity.workload().commits() <= 0) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "no transaction was committed in the observed interval",
                    "Collect while the application works.");
        }
        return new Advisor(inOrder(activity), tiers, options, load).advice();
    }

    /** With its relations by name, so that sums come out the same to the last bit. */
    private static Activity inOrder(Activity activity) {
        return activity.with(activity.relations().stream()
                .sorted(Comparator.comparing(each -> each.relation().name()))
                .toList());
    }

    private Advice advice() {
        int clients = options.clients() > 0 ? options.clients() : Math.max(1, calibration.clients());
        Problem problem = problem(new CostModel(calibration.inputs(), clients));
        int[] pinned = pinned(problem);
        Placer.Solution solution = Placer.solve(problem, pinned);
        boolean worthIt = problem.tps(solution.placement()) >= options.minimumGain() * problem.tps(pinned);
        int[] placement = worthIt ? solution.placement() : pinned;
        List<Move> moves =
                new PlannedMoves(activity.cluster().version(), places, candidates, relations).of(problem, placement);
        Plan plan = new Plan(
                activity.cluster(),
                new Basis(
                        activity.to(),
                        activity.interval().truncatedTo(ChronoUnit.SECONDS),
                        activity.snapshots(),
                        clients,
                        Findings.confidence(activity, options.selection().minimumInterval())),
                prediction(problem, placement, moves),
                findings(moves),
                moves);
        double presentTps = problem.tps(problem.present());
        return new Advice(
                plan,
                stays(problem, placement),
                bytesMoved(moves),
                readsMoved(problem, placement),
                Math.max(problem.tps(placement), solution.bound()) / presentTps,
                solution.exact(),
                roots());
    }

    /** Of each relation that is a partition, the topmost parent. */
    private Map<RelationName, RelationName> roots() {
        PartitionTree tree = new PartitionTree(
                activity.relations().stream().map(RelationActivity::relation).toList());
        Map<RelationName, RelationName> roots = new HashMap<>();
        for (RelationActivity each : activity.relations()) {
            RelationName name = each.relation().name();
            RelationName root = tree.root(name);
            if (each.relation().kind().hasStorage() && !root.equals(name)) {
                roots.put(name, root);
            }
        }
        return roots;
    }

    private Problem problem(CostModel model) {
        Set<RelationName> movableNames =
                candidates.list().stream().map(each -> each.relation().name()).collect(Collectors.toSet());
        TierLoads fixed = TierLoads.none(places.tiers().size());
        for (RelationActivity each : activity.relations()) {
            int tier = places.tierOf(each.relation().tablespace());
            if (tier != Places.NOWHERE && !movableNames.contains(each.relation().name())) {
                fixed = fixed.plus(
                        tier, calibration.demands().apply(each.relation().name()));
            }
        }
        long[] room = new long[places.tiers().size()];
        for (int t = 0; t < room.length; t++) {
            room[t] = places.tiers().get(t).usable().map(ByteSize::bytes).orElse(Long.MAX_VALUE);
        }
        long[] movable = new long[room.length];
        for (Candidate each : candidates.list()) {
            movable[each.present()] += each.bytes();
        }
        for (int t = 0; t < room.length; t++) {
            // what lies there and is not ours to move takes its room first
            room[t] = room[t] == Long.MAX_VALUE ? room[t] : room[t] - Math.max(0, places.held(t) - movable[t]);
        }
        return new Problem(candidates.list(), room, fixed, model);
    }

    /** The present placement with the pins fulfilled. */
    private static int[] pinned(Problem problem) {
        int[] placement = problem.present();
        for (int i = 0; i < placement.length; i++) {
            Candidate each = problem.candidates().get(i);
            placement[i] = each.pinnedAway() ? each.allowed().first() : each.present();
        }
        if (!problem.fits(placement) || !new MoveOrder(problem, placement).exists()) {
            throw new PgstowException(
                    ErrorCode.NO_SPACE,
                    "the pinned relations do not fit",
                    "Pin fewer, or give the tier more with --capacity.");
        }
        return placement;
    }

    private List<String> findings(List<Move> moves) {
        List<String> findings = new ArrayList<>(Findings.of(activity, places, calibration, moves));
        findings.addAll(options.assumptions());
        return findings;
    }

    private Prediction prediction(Problem problem, int[] placement, List<Move> moves) {
        TierLoads after = problem.loads(placement);
        PredictionRange.Result range = PredictionRange.of(
                calibration,
                problem.model(),
                problem.loads(problem.present()),
                after,
                moves.stream().anyMatch(move -> move.method() == Method.REINDEX));
        String limit = problem.model().explain(after).limit();
        return moves.isEmpty()
                ? new Prediction(new Range(1, 1, 1), limit, "nothing moves")
                : new Prediction(range.ratio(), limit, range.widest());
    }

    private List<Stay> stays(Problem problem, int[] placement) {
        List<Stay> stays = new ArrayList<>();
        candidates.staying().forEach((name, reason) -> stays.add(stay(name, reason)));
        Reasons reasons = new Reasons(problem, placement);
        for (int i = 0; i < placement.length; i++) {
            if (placement[i] == problem.candidates().get(i).present()) {
                stays.add(stay(problem.candidates().get(i).relation().name(), reasons.toStay(i)));
            }
        }
        stays.sort(Comparator.comparing(Stay::relation));
        return stays;
    }

    private Stay stay(RelationName name, String reason) {
        Relation relation =
                Objects.requireNonNull(relations.get(name), "relation").relation();
        return new Stay(name, relation.tablespace(), relation.size(), new IndexUse(relations).with(reason, name));
    }

    private double bytesMoved(List<Move> moves) {
        double all = activity.relations().stream()
                .map(RelationActivity::relation)
                .filter(relation -> !Candidates.isSystem(relation.name()))
                .mapToDouble(relation -> relation.size().bytes())
                .sum();
        return all == 0
                ? 0
                : moves.stream().mapToDouble(move -> move.size().bytes()).sum() / all;
    }

    private double readsMoved(Problem problem, int[] placement) {
        double all = 0;
        double moved = 0;
        for (RelationActivity each : activity.relations()) {
            all += calibration.demands().apply(each.relation().name()).reads();
        }
        for (int i = 0; i < placement.length; i++) {
            Candidate each = problem.candidates().get(i);
            moved += placement[i] == each.present() ? 0 : each.demand().reads();
        }
        return all == 0 ? 0 : moved / all;
    }
}
