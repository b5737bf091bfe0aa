package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.Neighbour;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Keeps two tiers busy at once and compares with each alone: device names can differ and the storage behind them be one. Pairs
 * whose device is known to be the same are left out.
 */
final class Neighbours {
    /** Below this share of its rate alone a tier is slowed by the other. */
    private static final double SLOWED = 0.85;
    /** Of more tiers only neighbours in order are paired. */
    private static final int ALL_PAIRS = 4;

    private static final ByteSize LARGEST = new ByteSize(32L << 20);

    private static final TimeLimit TIME = new TimeLimit(Duration.ofMillis(500), Duration.ofSeconds(1));

    private final DeviceProbe probe;
    private final ProfileProgress progress;
    private final ProfileRequest request;

    Neighbours(DeviceProbe probe, ProfileProgress progress, ProfileRequest request) {
        this.probe = probe;
        this.progress = progress;
        this.request = request;
    }

    void addTo(Map<Group, Profile> profiles) {
        List<Group> groups = List.copyOf(profiles.keySet());
        for (int first = 0; first < groups.size(); first++) {
            for (int second = first + 1; second < groups.size(); second++) {
                boolean paired = groups.size() <= ALL_PAIRS || second == first + 1;
                if (paired && differ(groups.get(first), groups.get(second))) {
                    compare(groups.get(first), groups.get(second), profiles);
                }
            }
        }
    }

    private static boolean differ(Group a, Group b) {
        return !a.device().text().equals(b.device().text());
    }

    private void compare(Group a, Group b, Map<Group, Profile> profiles) {
        try (DeviceProbe.Session here = probe.open(a.place(), size());
                DeviceProbe.Session there = probe.open(b.place(), size())) {
            List<PatternResult> aloneHere = here.measure(Step.BESIDE, TIME);
            List<PatternResult> aloneThere = there.measure(Step.BESIDE, TIME);
            CompletableFuture<List<PatternResult>> besideThere =
                    CompletableFuture.supplyAsync(() -> there.measure(Step.BESIDE, TIME));
            List<PatternResult> besideHere = here.measure(Step.BESIDE, TIME);
            OptionalDouble shareHere = share(aloneHere, besideHere);
            OptionalDouble shareThere = share(aloneThere, besideThere.join());
            if (shareHere.isEmpty() || shareThere.isEmpty()) {
                return;
            }
            add(profiles, a, new Neighbour(b.tier(), shareHere.getAsDouble()));
            add(profiles, b, new Neighbour(a.tier(), shareThere.getAsDouble()));
            if (Math.min(shareHere.getAsDouble(), shareThere.getAsDouble()) < SLOWED) {
                progress.note(String.format(
                        Locale.ROOT,
                        "tiers '%s' and '%s' slow each other down, to %.0f and %.0f %% of the reads that each does alone:"
                                + " they have something in common",
                        a.tier(),
                        b.tier(),
                        100 * shareHere.getAsDouble(),
                        100 * shareThere.getAsDouble()));
            }
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** A small file fills sooner, and random reads do not care. */
    private ByteSize size() {
        return request.size().compareTo(LARGEST) < 0 ? request.size() : LARGEST;
    }

    /** Empty when nothing was measured, or when the processors, which all tiers have in common, were the limit. */
    private static OptionalDouble share(List<PatternResult> alone, List<PatternResult> beside) {
        boolean told = alone.size() == 1
                && beside.size() == 1
                && alone.get(0).limitedBy() != LimitedBy.CPU
                && beside.get(0).limitedBy() != LimitedBy.CPU;
        return told
                ? OptionalDouble.of(
                        beside.get(0).operationsPerSecond() / alone.get(0).operationsPerSecond())
                : OptionalDouble.empty();
    }

    private static void add(Map<Group, Profile> profiles, Group group, Neighbour neighbour) {
        profiles.computeIfPresent(group, (key, profile) -> {
            List<Neighbour> all = new ArrayList<>(profile.neighbours());
            all.add(neighbour);
            return profile.withNeighbours(all);
        });
    }
}
