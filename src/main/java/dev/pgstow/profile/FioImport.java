package dev.pgstow.profile;

import dev.pgstow.model.DurationText;
import dev.pgstow.model.PatternResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Turns one run of fio into results of patterns. */
final class FioImport {
    /** From this factor on, requests in flight by the options and by rate and latency do not agree. */
    private static final double DEPTH_TOLERANCE = 1.5;

    private static final int MOST_IN_FLIGHT = 65_536;
    /** A run that made less than this share of its time ended early. */
    private static final double WHOLE = 0.9;

    private final ImportedFile file;
    private final FioRun run;
    private final Consumer<String> notices;

    FioImport(ImportedFile file, FioRun run, Consumer<String> notices) {
        this.file = file;
        this.run = run;
        this.notices = notices;
    }

    /** The run's results; jobs that failed or fit no pattern are left out with a notice. */
    List<ImportSample> samples() {
        List<FioGroup> groups = FioGroup.of(run);
        List<ImportSample> samples = new ArrayList<>();
        groups.forEach(group -> samples.addAll(samples(group)));
        if (!samples.isEmpty()) {
            sayWhatIsMissing();
            sayWhoRanTogether(groups);
        }
        return samples;
    }

    private List<ImportSample> samples(FioGroup group) {
        int error = group.jobs().stream()
                .mapToInt(FioRun.Job::error)
                .filter(each -> each != 0)
                .findFirst()
                .orElse(0);
        FioFit fit = error == 0 ? FioMatch.of(group) : FioFit.not("it failed with error " + error);
        if (fit.reason() != null) {
            say("job " + group.names() + " is left out: " + fit.reason());
            return List.of();
        }
        sayHowItRan(group);
        int depth = depth(group, fit);
        return fit.parts().stream().map(part -> sample(group, part, depth)).toList();
    }

    private ImportSample sample(FioGroup group, FioFit.Part part, int depth) {
        PatternResult result = PatternResult.of(part.pattern(), depth, part.perSecond(), part.latency());
        boolean direct = !ImportDoubts.passesCache(part.pattern())
                || Boolean.TRUE.equals(group.options().direct())
                || ImportDoubts.proven(run, group);
        return new ImportSample(
                result,
                run.version(),
                run.endedAt() == null ? file.modified() : run.endedAt(),
                direct,
                ImportDoubts.of(run, group, result),
                "job " + group.names() + " of '" + file.name() + "'");
    }

    /** What the options say, unless rate and latency tell otherwise: an engine that waits for each request ignores iodepth. */
    private int depth(FioGroup group, FioFit fit) {
        double seen = fit.inFlight();
        double asked = group.options().iodepth() * (double) group.processes();
        boolean agree = seen <= asked * DEPTH_TOLERANCE && seen >= asked / DEPTH_TOLERANCE;
        if (group.options().known() && (agree || asked == 1 && seen < 1)) {
            return (int) Math.min(MOST_IN_FLIGHT, asked);
        }
        int depth = (int) Math.max(1, Math.min(MOST_IN_FLIGHT, Math.round(seen)));
        say("job " + group.names() + " had about " + depth + " request(s) in flight by its rate and latency"
                + (group.options().known() ? ", not " + Math.round(asked) + " as its options say" : ""));
        return depth;
    }

    private void sayHowItRan(FioGroup group) {
        Duration asked = group.options().runtime();
        Duration ran = group.jobs().stream()
                .map(FioRun.Job::runtime)
                .min(Duration::compareTo)
                .orElse(Duration.ZERO);
        if (asked != null && ran.toMillis() < WHOLE * asked.toMillis()) {
            say("job " + group.names() + " ended early, after " + DurationText.of(ran) + " of "
                    + DurationText.of(asked));
        }
        if (group.hosts().size() > 1) {
            say("job " + group.names() + ": the figures of hosts " + String.join(", ", group.hosts())
                    + " are added, which is right only for storage that they share");
        }
    }

    private void sayWhatIsMissing() {
        if (run.endedAt() == null) {
            say("the run has no time; that of the file counts, " + file.modified());
        }
        if (run.disks().isEmpty()) {
            say(
                    "fio gives no counters of the disk (disk_util), as with network or container storage: whether the requests"
                            + " reached a device shows only in latencies and options");
        }
    }

    private void sayWhoRanTogether(List<FioGroup> groups) {
        for (int one = 0; one < groups.size(); one++) {
            for (int other = one + 1; other < groups.size(); other++) {
                if (groups.get(one).number() == groups.get(other).number()) {
                    say("jobs " + groups.get(one).names() + " and "
                            + groups.get(other).names()
                            + " ran at the same time and slowed each other; put 'stonewall' between them");
                }
            }
        }
    }

    private void say(String notice) {
        notices.accept("'" + file.name() + "': " + notice);
    }
}
