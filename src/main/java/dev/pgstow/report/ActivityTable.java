package dev.pgstow.report;

import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.PartitionTree;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** The relations that were read most in an interval, with a bar for each one's share, and the workload as a whole. */
public final class ActivityTable {
    private static final int BAR = 20;

    private final Folded<RelationActivity> folded;

    private ActivityTable(Folded<RelationActivity> folded) {
        this.folded = folded;
    }

    /**
     * Lines of text; at most {@code most} relations.
     *
     * @param detail whether partitions stand one by one and not as sums of their parent in each tablespace
     */
    public static List<String> lines(Activity activity, int most, boolean detail) {
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
        List<ActivityTable> read = read(activity, detail);
        read.stream()
                .limit(most)
                .forEach(each -> table.row(each.row(all, standbys).toArray(String[]::new)));
        List<String> lines = new ArrayList<>(table.lines());
        if (read.size() > most) {
            lines.add(String.format(Locale.ROOT, "and %,d more that were read; --top shows more", read.size() - most));
        }
        lines.addAll(WorkloadText.lines(activity));
        return lines;
    }

    /** What was read, most first. */
    private static List<ActivityTable> read(Activity activity, boolean detail) {
        PartitionTree tree = new PartitionTree(
                activity.relations().stream().map(RelationActivity::relation).toList());
        UnaryOperator<RelationName> root = detail ? UnaryOperator.identity() : tree::root;
        return Folded.of(
                        activity.relations().stream()
                                .filter(each -> each.relation().kind().hasStorage())
                                .toList(),
                        each -> each.relation().name(),
                        root,
                        each -> each.relation().tablespace())
                .stream()
                .map(ActivityTable::new)
                .filter(each -> each.blocksRead() > 0)
                .sorted(Comparator.comparingDouble((ActivityTable each) -> -each.blocksRead())
                        .thenComparing(each -> each.folded.first().relation().name()))
                .toList();
    }

    private List<String> row(long all, boolean standbys) {
        Relation relation = folded.first().relation();
        double share = blocksRead() / all;
        double reads = sum(each -> each.counters().blocksRead());
        List<String> cells = new ArrayList<>(List.of(
                folded.name(),
                relation.kind().word(),
                relation.tablespace(),
                size(),
                number(blocksRead()),
                reads == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "%.0f %%",
                                sum(each -> each.accesses().sequential()) / reads * 100),
                number(sum(each -> each.accesses().written())),
                String.format(Locale.ROOT, "%.1f %%", share * 100),
                "#".repeat((int) Math.round(share * BAR))));
        if (standbys) {
            cells.add(5, number(sum(each -> each.onStandbys().blocksRead())));
        }
        return cells;
    }

    private double blocksRead() {
        return sum(RelationActivity::blocksRead);
    }

    private String size() {
        boolean exact =
                folded.members().stream().allMatch(each -> each.relation().sizeExact());
        ByteSize size =
                folded.members().stream().map(each -> each.relation().size()).reduce(ByteSize.ZERO, ByteSize::plus);
        return (exact ? "" : "~") + size;
    }

    private double sum(ToDoubleFunction<RelationActivity> part) {
        return folded.members().stream().mapToDouble(part).sum();
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%,d", Math.round(number));
    }
}
