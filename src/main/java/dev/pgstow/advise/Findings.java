package dev.pgstow.advise;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.Settings;
import dev.pgstow.model.Tier;
import dev.pgstow.plan.Confidence;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a reader of the plan should know about its figures, one sentence each. */
final class Findings {
    private static final Duration SHORT = Duration.ofMinutes(10);

    private final Activity activity;
    private final Places places;
    private final List<String> findings = new ArrayList<>();

    private Findings(Activity activity, Places places) {
        this.activity = activity;
        this.places = places;
    }

    static List<String> of(Activity activity, Places places, Calibration calibration, List<Move> moves) {
        Findings all = new Findings(activity, places);
        all.interval();
        all.timing(calibration);
        all.cache();
        all.devices();
        all.tiersNotDurable();
        all.largeObjects();
        all.moves(moves);
        all.findings.addAll(activity.notes());
        return all.findings.stream().distinct().toList();
    }

    /** High only for an interval as long as asked for, in many snapshots: a short one has seen one phase of the workload. */
    static Confidence confidence(Activity activity, Duration enough) {
        if (activity.snapshots() <= 1 || activity.interval().compareTo(SHORT) < 0) {
            return Confidence.LOW;
        }
        return activity.interval().compareTo(enough) < 0 || activity.snapshots() < 24
                ? Confidence.MEDIUM
                : Confidence.HIGH;
    }

    private void interval() {
        if (activity.snapshots() <= 1) {
            findings.add(
                    "the figures are the counters since they were last reset: they mix all times of day and whatever"
                            + " has changed since; collect over an interval for better ones");
        } else if (activity.interval().compareTo(SHORT) < 0) {
            findings.add(
                    "observed for only " + DurationText.of(activity.interval().truncatedTo(ChronoUnit.SECONDS))
                            + ": other phases of the workload may need other places");
        }
    }

    private void timing(Calibration calibration) {
        if (!new Settings(activity.settings()).on("track_io_timing")) {
            findings.add(
                    "track_io_timing is off: latencies are those of the profile, and reads that the kernel's page cache"
                            + " served count as device reads");
        }
        if (calibration.clients() == 0) {
            findings.add("how many clients were at work is not known");
        }
        findings.addAll(calibration.findings());
        double check = calibration.selfCheck();
        if (check < 0.85 || check > 1.18) {
            findings.add(String.format(
                    Locale.ROOT,
                    "the model gives %.2f times the observed %.0f TPS for the present placement: something else than storage"
                            + " or processor matters, and the range was widened by as much",
                    check,
                    calibration.tps()));
        }
    }

    private void cache() {
        long bytes = activity.relations().stream()
                .map(RelationActivity::relation)
                .filter(relation -> !Candidates.isSystem(relation.name()))
                .mapToLong(relation -> relation.size().bytes())
                .sum();
        double buffers = new Settings(activity.settings()).sharedBuffers();
        if (bytes > 0 && bytes < buffers) {
            findings.add("all " + new ByteSize(bytes) + " of data fit in shared_buffers ("
                    + new ByteSize((long) buffers) + "): once read, nothing is read from a tier");
        }
    }

    /** A system catalog has no owner who could move it, and setting allow_system_table_mods is no way out. */
    private void largeObjects() {
        activity.relations().stream()
                .filter(each -> each.relation().name().schema().equals("pg_catalog")
                        && each.relation().name().name().equals("pg_largeobject"))
                .forEach(each -> findings.add(String.format(
                        Locale.ROOT,
                        "the large objects of database '%s' take %s and were read %,d blocks, but cannot be moved on their own:"
                                + " move the whole database (ALTER DATABASE ... SET TABLESPACE), turn them into bytea"
                                + " columns, or keep them outside",
                        each.relation().name().database(),
                        each.relation().size(),
                        each.counters().blocksRead())));
    }

    private void devices() {
        TreeMap<String, List<String>> tiers = places.tiers().stream()
                .filter(tier -> !tier.device().isEmpty())
                .collect(Collectors.groupingBy(
                        Tier::device, TreeMap::new, Collectors.mapping(Tier::name, Collectors.toList())));
        tiers.forEach((device, names) -> {
            if (names.size() > 1) {
                findings.add("tiers " + String.join(" and ", names) + " are on the same device '" + device
                        + "' and share its limits");
            }
        });
        for (Tier tier : places.tiers()) {
            if (tier.profile() != null && !tier.profile().directIo()) {
                findings.add("tier " + tier.name() + " was measured through the page cache: its device may be slower");
            }
            if (tier.profile() != null
                    && tier.profile().best(AccessPattern.RANDOM_READ).isPresent()
                    && tier.profile().results().stream()
                            .allMatch(result -> result.pattern() != AccessPattern.RANDOM_READ || result.depth() == 1)) {
                findings.add(
                        "tier " + tier.name() + " was measured with one request at a time: its limit is not known");
            }
        }
    }

    private void tiersNotDurable() {
        for (Tier tier : places.tiers()) {
            if (!tier.durable()) {
                findings.add("tier " + tier.name() + " does not survive a reboot: no relation goes there. It suits"
                        + " temp_tablespaces"
                        + (activity.workload().temporaryBytes() > 0
                                ? " (" + new ByteSize(activity.workload().temporaryBytes())
                                        + " of temporary files were written)"
                                : ""));
            }
        }
    }

    private void moves(List<Move> moves) {
        if (moves.isEmpty()) {
            return;
        }
        Set<String> full = moves.stream().map(Move::to).collect(Collectors.toSet());
        for (Tier tier : places.tiers()) {
            if (tier.capacity() == null && tier.tablespaces().stream().anyMatch(full::contains)) {
                findings.add("tier " + tier.name() + " has no capacity in the tiers file: whether the moves fit was not"
                        + " checked");
            }
        }
        if (moves.stream().anyMatch(move -> move.method() == Method.REINDEX) && writes()) {
            findings.add("indexes that are rebuilt grow again with the first inserts: compare after they have settled");
        }
        List<String> parents = activity.relations().stream()
                .map(RelationActivity::relation)
                .filter(relation -> relation.kind() == RelationKind.PARTITIONED_TABLE
                        || relation.kind() == RelationKind.PARTITIONED_INDEX)
                .map(relation -> relation.name().withinDatabase())
                .sorted()
                .toList();
        if (!parents.isEmpty()) {
            findings.add("partitioned parents keep their tablespace, new partitions land there: "
                    + String.join(", ", parents.subList(0, Math.min(5, parents.size())))
                    + (parents.size() > 5 ? " and " + (parents.size() - 5) + " more" : ""));
        }
    }

    private boolean writes() {
        return activity.relations().stream()
                .anyMatch(each -> each.counters().inserted() + each.counters().updated() > 0);
    }
}
