package dev.pgstow.report;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.Range;
import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Lock;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** A plan's moves in the order they are made, with what they cost others. */
public final class PlanTable {
    private PlanTable() {}

    /**
     * Lines of text: a table and its totals; a single line when there is nothing to move.
     *
     * @param root what a relation is shown as a part of, itself for a line of its own
     */
    static List<String> lines(Plan plan, UnaryOperator<RelationName> root) {
        if (plan.moves().isEmpty()) {
            return List.of("nothing moves");
        }
        TextTable table = new TextTable("<", "relation", "<size", "from", "to", "method", "lock", "estimate", "reason");
        int number = 1;
        for (Folded<Move> each : Folded.of(
                plan.moves(),
                Move::relation,
                root,
                move -> List.of(move.from(), move.to(), move.method(), move.lock()))) {
            table.row(
                    Integer.toString(number++),
                    each.name(),
                    size(each.members()).toString(),
                    each.first().from(),
                    each.first().to(),
                    each.first().method().word(),
                    each.first().lock().word(),
                    estimate(duration(each.members())),
                    each.mostly(Move::reason));
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add(totals(plan));
        return lines;
    }

    /** {@code 1.90 to 2.30, likely 2.10}. */
    public static String ratio(Prediction prediction) {
        Range ratio = prediction.tpsRatio();
        return String.format(Locale.ROOT, "%.2f to %.2f, likely %.2f", ratio.low(), ratio.high(), ratio.likely());
    }

    private static String totals(Plan plan) {
        List<Move> moves = plan.moves();
        ByteSize wal = moves.stream().map(Move::wal).reduce(ByteSize.ZERO, ByteSize::plus);
        DurationRange waited = duration(moves.stream()
                .filter(move -> move.lock() == Lock.ACCESS_EXCLUSIVE)
                .toList());
        return moves.size() + " move(s), " + size(moves) + ", " + wal + " of WAL, " + estimate(duration(moves))
                + "; users wait "
                + (waited.equals(DurationRange.ZERO) ? "for none of it" : estimate(waited));
    }

    private static ByteSize size(List<Move> moves) {
        return moves.stream().map(Move::size).reduce(ByteSize.ZERO, ByteSize::plus);
    }

    private static DurationRange duration(List<Move> moves) {
        return moves.stream().map(Move::estimate).reduce(DurationRange.ZERO, DurationRange::plus);
    }

    private static String estimate(DurationRange range) {
        return DurationText.of(range.likely()) + " (" + DurationText.of(range.low()) + "-"
                + DurationText.of(range.high()) + ")";
    }
}
