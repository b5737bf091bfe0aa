package dev.pgstow.report;

import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DeviceReads;
import dev.pgstow.model.IoCounters;
import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.Settings;
import dev.pgstow.model.WorkloadCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the server as a whole did in an interval, a line for each side of it. */
final class WorkloadText {
    private static final int WAITS = 3;
    /** Fewer sessions on average than this are not worth a word. */
    private static final double SELDOM = 0.01;

    private WorkloadText() {}

    static List<String> lines(Activity activity) {
        WorkloadCounters workload = activity.workload();
        double seconds = Math.max(1e-3, activity.interval().toMillis() / 1000d);
        double commits = Math.max(1, workload.commits());
        List<String> lines = new ArrayList<>();
        lines.add(text(
                "transactions   %,d commits in %,.0f s (%,.1f/s), %,d rollbacks, %.1f clients at work",
                workload.commits(), seconds, workload.commits() / seconds, workload.rollbacks(), activity.clients()));
        lines.add(text(
                "reads          %.2f blocks a commit, %s of shared buffers hit, %s",
                workload.blocksRead() / commits,
                percent(workload.blocksHit(), workload.blocksHit() + workload.blocksRead()),
                device(activity.deviceReads())));
        lines.add(dataSet(activity));
        maintenance(workload, lines);
        lines.add(text(
                "writes         %,d blocks by backends and the background writer, %,d by %d checkpoint(s), %d of them"
                        + " requested",
                workload.blocksWritten(),
                workload.checkpoints().blocksWritten(),
                workload.checkpoints().all(),
                workload.checkpoints().requested()));
        lines.add(wal(workload, seconds));
        if (workload.temporaryBytes() > 0) {
            lines.add(text(
                    "temporary      %s in %,d files",
                    new ByteSize(workload.temporaryBytes()), workload.temporaryFiles()));
        }
        waits(activity, lines);
        machine(workload.machine(), seconds, lines);
        return lines;
    }

    private static String device(DeviceReads reads) {
        String mean =
                reads.meanReadSeconds() == null ? "" : text("; a read took %.0f us", reads.meanReadSeconds() * 1e6);
        return switch (reads.source()) {
            case DIRECT_IO -> "all from a device (debug_io_direct)" + mean;
            case KCACHE -> text("%.0f %% from a device (pg_stat_kcache)", share(reads)) + mean;
            case DISKSTATS -> text("at most %.0f %% from a device (/proc/diskstats)", share(reads)) + mean;
            case TIMING -> "from a device or the page cache" + mean;
            case NONE -> "from a device or the page cache: nothing tells (track_io_timing is off)";
        };
    }

    private static double share(DeviceReads reads) {
        return reads.share() == null ? 0 : reads.share() * 100;
    }

    private static String dataSet(Activity activity) {
        ByteSize all = activity.relations().stream()
                .map(each -> each.relation().size())
                .reduce(ByteSize.ZERO, ByteSize::plus);
        ByteSize touched = activity.relations().stream()
                .filter(WorkloadText::isTouched)
                .map(each -> each.relation().size())
                .reduce(ByteSize.ZERO, ByteSize::plus);
        double buffers = new Settings(activity.settings()).sharedBuffers();
        MachineCounters machine = activity.workload().machine();
        return text(
                        "data           %s, %s of it in relations that were used; shared buffers %s",
                        all, touched, new ByteSize((long) buffers))
                + (machine == null ? "" : ", memory " + machine.memory());
    }

    private static boolean isTouched(RelationActivity each) {
        return each.counters().blocksRead() + each.counters().blocksHit() > 0 || each.blocksRead() > 0;
    }

    /** What pg_stat_io tells apart (16+). */
    private static void maintenance(WorkloadCounters workload, List<String> lines) {
        long all = reads(workload, "");
        if (all > 0) {
            lines.add(text(
                    "of the reads   %s by vacuum, %s by scans in bulk",
                    percent(reads(workload, "vacuum"), all), percent(reads(workload, "bulkread"), all)));
        }
    }

    private static long reads(WorkloadCounters workload, String context) {
        return workload.io().stream()
                .filter(row -> row.object().equals("relation"))
                .filter(row -> context.isEmpty() || row.context().equals(context))
                .mapToLong(IoCounters::readBytes)
                .sum();
    }

    private static String wal(WorkloadCounters workload, double seconds) {
        WorkloadCounters.Wal wal = workload.wal();
        return text(
                        "wal            %s (%s/s), %,d flushes",
                        new ByteSize(Math.max(0, wal.bytes())),
                        new ByteSize(Math.round(Math.max(0, wal.bytes()) / seconds)),
                        wal.syncs())
                + (wal.seconds() == null || wal.syncs() <= 0
                        ? ""
                        : text(" of %.2f ms", wal.seconds() / wal.syncs() * 1e3));
    }

    private static void waits(Activity activity, List<String> lines) {
        String text = String.join(
                ", ",
                activity.sessions().waits().entrySet().stream()
                        .filter(wait -> wait.getValue() >= SELDOM)
                        .sorted(Map.Entry.<String, Double>comparingByValue()
                                .reversed()
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(WAITS)
                        .map(wait -> text("%s %.2f", wait.getKey(), wait.getValue()))
                        .toList());
        if (!text.isEmpty()) {
            lines.add("waiting        " + text + " session(s) on average");
        }
    }

    private static void machine(
            @org.jspecify.annotations.Nullable MachineCounters machine, double seconds, List<String> lines) {
        if (machine != null) {
            lines.add(text(
                    "processors     %.2f of %d used, %.2f by the server",
                    machine.busySeconds() / seconds, machine.cores(), machine.serverSeconds() / seconds));
        }
    }

    private static String percent(double part, double all) {
        return all <= 0 ? "0 %" : text("%.1f %%", part / all * 100);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
