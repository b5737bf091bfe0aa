package dev.pgstow.report;

import dev.pgstow.model.Activity;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The relations that were read most in an interval, with a bar for each one's share, and the workload as a whole. */
public final class ActivityTable {
    private static final int BAR = 20;

    private ActivityTable() {}

    /** Lines of text; at most {@code most} relations. */
    public static List<String> lines(Activity activity, int most) {
        boolean standbys = !activity.standbys().isEmpty();
        long all = activity.relations().stream()
                .mapToLong(RelationActivity::blocksRead)
                .sum();
        List<String> columns = new ArrayList<>(List.of(
                "relation", "kind", "tablespace", "<size", "<blocks read", "<in order", "<written", "<share", ""));
        if (standbys) {
            columns.add(5, "<on standbys");
        }
        TextTable table = new TextTable(columns.toArray(String[]::new));
        List<RelationActivity> read = activity.relations().stream()
                .filter(each -> each.blocksRead() > 0)
                .sorted(Comparator.comparingLong((RelationActivity each) -> -each.blocksRead())
                        .thenComparing(each -> each.relation().name()))
                .toList();
        read.stream()
                .limit(most)
                .forEach(each -> table.row(
                        row(each, (double) each.blocksRead() / all, standbys).toArray(String[]::new)));
        List<String> lines = new ArrayList<>(table.lines());
        if (read.size() > most) {
            lines.add(String.format(Locale.ROOT, "and %,d more that were read; --top shows more", read.size() - most));
        }
        lines.addAll(WorkloadText.lines(activity));
        return lines;
    }

    private static List<String> row(RelationActivity each, double share, boolean standbys) {
        Relation relation = each.relation();
        double reads = each.counters().blocksRead();
        List<String> cells = new ArrayList<>(List.of(
                relation.name().toString(),
                relation.kind().word(),
                relation.tablespace(),
                (relation.sizeExact() ? "" : "~") + relation.size(),
                number(each.blocksRead()),
                reads == 0
                        ? ""
                        : String.format(Locale.ROOT, "%.0f %%", each.accesses().sequential() / reads * 100),
                number(Math.round(each.accesses().written())),
                String.format(Locale.ROOT, "%.1f %%", share * 100),
                "#".repeat((int) Math.round(share * BAR))));
        if (standbys) {
            cells.add(5, number(each.onStandbys().blocksRead()));
        }
        return cells;
    }

    private static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
