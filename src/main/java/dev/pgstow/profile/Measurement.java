package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Environment;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures one tier after the other: all steps, as often as asked, each round after the other. */
final class Measurement {
    private final DeviceProbe probe;
    private final Clock clock;
    private final ProfileProgress progress;
    private final ProfileRequest request;
    private final TimeLimit limit;
    private int stepsLeft;

    /** What identifies the results of several rounds as repetitions of each other. */
    private record Key(AccessPattern pattern, int depth, Duration pause) {}

    Measurement(DeviceProbe probe, Clock clock, ProfileProgress progress, ProfileRequest request, int tiers) {
        this.probe = probe;
        this.clock = clock;
        this.progress = progress;
        this.request = request;
        this.limit = request.effort().limit(tiers);
        this.stepsLeft =
                tiers * request.effort().rounds() * request.effort().steps().size();
    }

    Profile of(Group group) {
        progress.begins(group.tier(), group.place(), group.device());
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Map<Key, List<PatternResult>> rounds = new LinkedHashMap<>();
        try (DeviceProbe.Session session = probe.open(group.place(), request.size())) {
            session.notes().forEach(progress::note);
            for (int round = 0; round < request.effort().rounds(); round++) {
                request.effort()
                        .steps()
                        .forEach(step -> measure(group.tier(), session, step)
                                .forEach(result -> rounds.computeIfAbsent(key(result), key -> new ArrayList<>())
                                        .add(result)));
            }
            List<PatternResult> results =
                    rounds.values().stream().map(Measurement::middle).toList();
            Limits caps = CapsFound.of(results);
            session.doubts().forEach(doubt -> progress.note("tier '" + group.tier() + "': " + doubt));
            return new Profile(
                    now,
                    probe.engine(),
                    session.directIo(),
                    session.doubts(),
                    caps,
                    List.of(),
                    environment(group.device()),
                    CapsFound.marked(results, caps));
        }
    }

    private List<PatternResult> measure(String tier, DeviceProbe.Session session, Step step) {
        progress.measuring(tier, step, limit.most().multipliedBy(stepsLeft));
        stepsLeft--;
        List<PatternResult> results = session.measure(step, limit);
        progress.measured(tier, step, results);
        return results;
    }

    /** One whose rate fell while it ran tells more than the others: it is what remains when the credit is spent. */
    private static PatternResult middle(List<PatternResult> rounds) {
        List<PatternResult> sorted = rounds.stream()
                .sorted(Comparator.comparingDouble(PatternResult::operationsPerSecond))
                .toList();
        return sorted.stream()
                .filter(result -> result.course().burst() != null)
                .findFirst()
                .orElse(sorted.get((sorted.size() - 1) / 2));
    }

    private static Key key(PatternResult result) {
        return new Key(result.pattern(), result.depth(), result.pause());
    }

    private @Nullable Environment environment(Device device) {
        Environment host = request.host();
        return host == null ? null : host.on(device.fileSystem(), device.mountOptions(), device.stack());
    }
}
