package dev.pgstow.report;

import dev.pgstow.model.Activity;
import dev.pgstow.model.RelationActivity;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The relations that were read most in an interval, with a bar for each one's share. */
public final class ActivityTable {
    private static final int BAR = 20;

    private ActivityTable() {}

    /** Lines of text; at most {@code most} relations. */
    public static List<String> lines(Activity activity, int most) {
        long all = activity.relations().stream()
                .mapToLong(sample -> sample.counters().blocksRead())
                .sum();
        TextTable table = new TextTable("relation", "kind", "tablespace", "<size", "<blocks read", "<share", "");
        activity.relations().stream()
                .filter(sample -> sample.counters().blocksRead() > 0)
                .sorted(Comparator.comparingLong(
                                (RelationActivity sample) -> -sample.counters().blocksRead())
                        .thenComparing(sample -> sample.relation().name()))
                .limit(most)
                .forEach(sample -> {
                    double share = (double) sample.counters().blocksRead() / all;
                    table.row(
                            sample.relation().name().toString(),
                            sample.relation().kind().word(),
                            sample.relation().tablespace(),
                            (sample.relation().sizeExact() ? "" : "~")
                                    + sample.relation().size(),
                            String.format(Locale.ROOT, "%,d", sample.counters().blocksRead()),
                            String.format(Locale.ROOT, "%.1f %%", share * 100),
                            "#".repeat((int) Math.round(share * BAR)));
                });
        return table.lines();
    }
}
