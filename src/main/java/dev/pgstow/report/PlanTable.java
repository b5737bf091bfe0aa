package dev.pgstow.report;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.Range;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plan's moves in the order they are made, with what they cost others. */
public final class PlanTable {
    private PlanTable() {}

    /** Lines of text: a table and its totals; a single line when there is nothing to move. */
    public static List<String> lines(Plan plan) {
        if (plan.moves().isEmpty()) {
            return List.of("nothing moves");
        }
        TextTable table = new TextTable("<", "relation", "<size", "from", "to", "method", "lock", "estimate", "reason");
        int number = 1;
        for (Move move : plan.moves()) {
            table.row(
                    Integer.toString(number++),
                    move.relation().toString(),
                    move.size().toString(),
                    move.from(),
                    move.to(),
                    move.method().word(),
                    move.lock().word(),
                    estimate(move.estimate()),
                    move.reason());
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
        ByteSize size = ByteSize.ZERO;
        ByteSize wal = ByteSize.ZERO;
        DurationRange all = DurationRange.ZERO;
        DurationRange waited = DurationRange.ZERO;
        for (Move move : plan.moves()) {
            size = size.plus(move.size());
            wal = wal.plus(move.wal());
            all = all.plus(move.estimate());
            waited = move.lock() == dev.pgstow.plan.Lock.ACCESS_EXCLUSIVE ? waited.plus(move.estimate()) : waited;
        }
        return plan.moves().size() + " move(s), " + size + ", " + wal + " of WAL, " + estimate(all) + "; users wait "
                + (waited.equals(DurationRange.ZERO) ? "for none of it" : estimate(waited));
    }

    private static String estimate(DurationRange range) {
        return DurationText.of(range.likely()) + " (" + DurationText.of(range.low()) + "-"
                + DurationText.of(range.high()) + ")";
    }
}
