package dev.pgstow.report;

import dev.pgstow.advise.Advice;
import dev.pgstow.advise.Stay;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Basis;
import dev.pgstow.plan.Plan;
import dev.pgstow.plan.Prediction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Advice for a person: the moves, what stays and why, what the moves should bring. */
public final class AdviceText {
    private static final int MOST_STAYS = 10;

    private AdviceText() {}

    /** @param detail whether partitions stand one by one and not as sums of their parent */
    public static List<String> lines(Advice advice, boolean detail) {
        UnaryOperator<RelationName> root = detail ? UnaryOperator.identity() : advice::root;
        List<String> lines = new ArrayList<>(PlanTable.lines(advice.plan(), root));
        lines.add("");
        lines.addAll(stays(advice.stays(), root));
        lines.add(summary(advice));
        return lines;
    }

    private static List<String> stays(List<Stay> stays, UnaryOperator<RelationName> root) {
        if (stays.isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable("stays", "<size", "on", "because");
        List<Folded<Stay>> folded = Folded.of(stays, Stay::relation, root, Stay::tablespace);
        folded.stream()
                .sorted(Comparator.comparing(
                                (Folded<Stay> each) -> each.mostly(Stay::reason).endsWith(Stay.HARDLY_USED))
                        .thenComparing(AdviceText::size, Comparator.reverseOrder())
                        .thenComparing(each -> each.first().relation()))
                .limit(MOST_STAYS)
                .forEach(each -> table.row(
                        each.name(), size(each).toString(), each.first().tablespace(), each.mostly(Stay::reason)));
        List<String> lines = new ArrayList<>(table.lines());
        if (folded.size() > MOST_STAYS) {
            lines.add("and " + (folded.size() - MOST_STAYS) + " more");
        }
        lines.add("");
        return lines;
    }

    private static ByteSize size(Folded<Stay> folded) {
        return folded.members().stream().map(Stay::size).reduce(ByteSize.ZERO, ByteSize::plus);
    }

    private static String summary(Advice advice) {
        Plan plan = advice.plan();
        Prediction prediction = plan.prediction();
        Basis basis = plan.basis();
        String clients = basis == null ? "" : " with " + basis.clients() + " client(s)";
        String best = advice.exact()
                ? "no placement is better by the model"
                : String.format(Locale.ROOT, "by the model no placement can exceed %.2f", advice.bound());
        if (plan.moves().isEmpty() || prediction == null) {
            return "nothing is worth moving" + clients + ": "
                    + (advice.exact() ? "no placement gains enough" : best)
                    + (prediction == null ? "" : "; the limit is " + prediction.limit());
        }
        return String.format(
                Locale.ROOT,
                "moves %.0f %% of the bytes and %.0f %% of the reads; expected TPS ratio %s%s; then the limit is %s; %s",
                100 * advice.bytesMoved(),
                100 * advice.readsMoved(),
                PlanTable.ratio(prediction),
                clients,
                prediction.limit(),
                best);
    }
}
