package dev.pgstow.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;

/** Finds what makes two sides differ besides the placement. */
final class Guards {
    /** From here on failures are part of the result. */
    private static final double FAILURE_RATE = 0.01;

    private static final double FAILURE_DIFFERENCE = 0.005;

    /** The same work after a warm-up reads about the same; a rebuilt index may save a little. */
    private static final double READS_FACTOR = 1.5;

    private static final double READS_NOTICED = 1.1;

    /** Below this many blocks per transaction a factor says nothing. */
    private static final double READS_FEW = 0.1;

    private static final double FIRST_TPS_SHARE = 0.5;

    private Guards() {}

    /** Runs of a quiet machine lie within this of their median. */
    private static final double QUIET = 0.1;

    /** Why the two cannot be compared, one sentence each; empty when they can. */
    static List<String> reasons(Baseline before, Baseline after) {
        List<String> reasons = new ArrayList<>();
        addConditions(reasons, before.conditions(), after.conditions());
        addLoad(reasons, before.load(), after.load());
        addFailures(reasons, before, after);
        addFirstRun(reasons, "before", before);
        addFirstRun(reasons, "after", after);
        if (farOff(before.medianBlocksRead(), after.medianBlocksRead(), READS_FACTOR)) {
            reasons.add(reads(before, after)
                    + ": the cache was in another state, plans changed, or a rebuild removed much bloat");
        }
        return reasons;
    }

    /** What does not forbid the comparison but belongs to it. */
    static List<String> notes(Baseline before, Baseline after, Effect effect) {
        List<String> notes = new ArrayList<>();
        notes.add("uncontrolled: a plain before and after, so whatever else changed in between counts as well");
        if (effect.noiseFloor() > QUIET) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the runs of a side scatter by %.0f %%: something else uses the machine, or the runs are too short",
                    effect.noiseFloor() * 100));
        }
        if (!before.driver().equals(after.driver())) {
            notes.add("the load came from " + before.driver() + " before and from " + after.driver() + " after");
        }
        if (!before.conditions().startedAt().equals(after.conditions().startedAt())) {
            notes.add("the server was restarted between the two sides");
        }
        if (farOff(before.medianBlocksRead(), after.medianBlocksRead(), READS_NOTICED)) {
            notes.add(reads(before, after) + ": part of the change is not the tier's");
        }
        return notes;
    }

    /** Whether the first run read far more than all the others or reached far less; needs two others to tell. */
    static boolean firstRunFarOff(List<RunResult> runs) {
        if (runs.size() < 3) {
            return false;
        }
        RunResult first = runs.get(0);
        List<RunResult> others = runs.subList(1, runs.size());
        double mostReads = others.stream()
                .mapToDouble(RunResult::blocksReadPerTransaction)
                .max()
                .orElseThrow();
        double leastTps = others.stream().mapToDouble(RunResult::tps).min().orElseThrow();
        return first.blocksReadPerTransaction() > Math.max(READS_FACTOR * mostReads, mostReads + READS_FEW)
                || first.tps() < FIRST_TPS_SHARE * leastTps;
    }

    private static void addConditions(List<String> reasons, Conditions before, Conditions after) {
        String cluster = before.cluster().systemIdentifier();
        if (!cluster.equals(after.cluster().systemIdentifier())) {
            reasons.add("another cluster: system identifier " + cluster + " before, "
                    + after.cluster().systemIdentifier() + " after");
        }
        addDifference(
                reasons,
                "server version",
                before.cluster().version().toString(),
                after.cluster().version().toString());
        addDifference(reasons, "database", before.database(), after.database());
        TreeSet<String> names = new TreeSet<>(before.settings().keySet());
        names.addAll(after.settings().keySet());
        for (String name : names) {
            addDifference(
                    reasons,
                    "setting " + name,
                    before.settings().getOrDefault(name, "absent"),
                    after.settings().getOrDefault(name, "absent"));
        }
    }

    private static void addLoad(List<String> reasons, Load before, Load after) {
        if (!before.workload().hash().equals(after.workload().hash())) {
            reasons.add("the workload is another one: its text, weights, parameters or protocol changed");
        }
        addDifference(reasons, "client count", before.clients(), after.clients());
        addDifference(reasons, "thread count", before.threads(), after.threads());
        addDifference(
                reasons,
                "seconds per run",
                before.duration().getSeconds(),
                after.duration().getSeconds());
    }

    private static void addDifference(List<String> reasons, String what, Object before, Object after) {
        if (!Objects.equals(before, after)) {
            reasons.add(what + ": " + before + " before, " + after + " after");
        }
    }

    private static void addFailures(List<String> reasons, Baseline before, Baseline after) {
        double most = Math.max(before.failureRate(), after.failureRate());
        double difference = Math.abs(before.failureRate() - after.failureRate());
        if (most > FAILURE_RATE || difference > FAILURE_DIFFERENCE) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "failed transactions: %.1f %% before, %.1f %% after (TPS counts only those that succeeded;"
                            + " reduce conflicts, or let the workload try again as pgbench does with --max-tries)",
                    before.failureRate() * 100,
                    after.failureRate() * 100));
        }
    }

    private static void addFirstRun(List<String> reasons, String side, Baseline measured) {
        if (firstRunFarOff(measured.runs())) {
            RunResult first = measured.runs().get(0);
            reasons.add(String.format(
                    Locale.ROOT,
                    "the first run %s was far off the others, as with cold caches: %,.0f TPS and %.2f reads/tx, where the"
                            + " median is %,.0f and %.2f",
                    side,
                    first.tps(),
                    first.blocksReadPerTransaction(),
                    measured.medianTps(),
                    measured.medianBlocksRead()));
        }
    }

    private static String reads(Baseline before, Baseline after) {
        return String.format(
                Locale.ROOT,
                "reads per transaction: %.2f before, %.2f after",
                before.medianBlocksRead(),
                after.medianBlocksRead());
    }

    private static boolean farOff(double one, double other, double factor) {
        double more = Math.max(one, other);
        double less = Math.min(one, other);
        return more - less > READS_FEW && more > factor * less;
    }
}
