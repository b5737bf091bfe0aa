package dev.pgstow.linux;

import dev.pgstow.files.FioJson;
import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Place;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
import dev.pgstow.report.PatternWords;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares the built-in prober with fio: the same pattern in the same directory, one after the other, A B A B; the medians of
 * all rounds. Not a test of the build but a program, since it takes half an hour and wants a quiet machine:
 * {@code examples/bench/profile-against-fio.sh}.
 */
public final class ProfileAgainstFio {
    private static final double RATE = 0.05;
    private static final double TAIL = 0.15;

    private final int rounds;
    private final TimeLimit time;
    private int compared;
    private int rates;
    private int medians;
    private int tails;

    private ProfileAgainstFio(int rounds, Duration time) {
        this.rounds = rounds;
        this.time = new TimeLimit(time, time);
    }

    /** Arguments: rounds, milliseconds a pattern, then TIER=DIRECTORY for each tier. */
    public static void main(String... arguments) {
        ProfileAgainstFio comparison =
                new ProfileAgainstFio(Integer.parseInt(arguments[0]), Duration.ofMillis(Long.parseLong(arguments[1])));
        for (String tier : List.of(arguments).subList(2, arguments.length)) {
            int equals = tier.indexOf('=');
            comparison.compare(tier.substring(0, equals), Path.of(tier.substring(equals + 1)));
        }
        System.out.printf(
                "%n%d comparisons: IOPS within 5 %% in %d, p50 within 5 %% in %d, p99 within 15 %% in %d%n",
                comparison.compared, comparison.rates, comparison.medians, comparison.tails);
    }

    private void compare(String tier, Path directory) {
        Place place = new Place(tier, false, directory, ByteSize.ZERO);
        DeviceProbe builtin = new DirectIoProbe("", null);
        DeviceProbe fio = new FioProbe("", new FioJson(), null);
        System.out.printf(
                "%n%-51s %31s  %31s  %31s%n%-51s", tier, "IOPS", "p50, us", "p99, us", "  builtin / " + fio.engine());
        System.out.println(" %8s  %8s  +-%%  ratio ".formatted("builtin", "fio").repeat(3));
        try (DeviceProbe.Session a = builtin.open(place, ByteSize.ofMiB(128));
                DeviceProbe.Session b = fio.open(place, ByteSize.ofMiB(128))) {
            for (Step step : Step.all(false)) {
                compare(step, a, b);
            }
        }
    }

    private void compare(Step step, DeviceProbe.Session a, DeviceProbe.Session b) {
        Map<AccessPattern, List<PatternResult>> ours = new LinkedHashMap<>();
        Map<AccessPattern, List<PatternResult>> theirs = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            a.measure(step, time)
                    .forEach(result -> ours.computeIfAbsent(result.pattern(), key -> new ArrayList<>())
                            .add(result));
            b.measure(step, time)
                    .forEach(result -> theirs.computeIfAbsent(result.pattern(), key -> new ArrayList<>())
                            .add(result));
        }
        for (AccessPattern pattern : step.patterns()) {
            String label = PatternWords.label(pattern, step.depth(), step.pause());
            if (!theirs.containsKey(pattern)) {
                System.out.printf("%-51s fio has no such pattern%n", label);
                continue;
            }
            List<PatternResult> mine = ours.get(pattern);
            List<PatternResult> others = theirs.get(pattern);
            compared++;
            System.out.printf("%-51s", label);
            rates += within(RATE, 1, mine, others, PatternResult::operationsPerSecond);
            medians +=
                    within(RATE, 1e6, mine, others, result -> result.latency().p50());
            tails += within(TAIL, 1e6, mine, others, result -> result.latency().p99());
            System.out.println();
        }
    }

    /** Prints both and their ratio, marked when it is too far from 1; returns 1 when it is not. */
    private static int within(
            double tolerance,
            double unit,
            List<PatternResult> ours,
            List<PatternResult> theirs,
            Function<PatternResult, @Nullable Double> figure) {
        double[] a = sorted(ours, figure);
        double[] b = sorted(theirs, figure);
        double ratio = median(a) / median(b);
        boolean close = Math.abs(ratio - 1) <= tolerance;
        // how far fio is from itself: half the distance between its best and its worst round
        double itself = (b[b.length - 1] - b[0]) / 2 / median(b) * 100;
        System.out.printf(
                Locale.ROOT,
                " %8.0f  %8.0f  %3.0f  %4.2f%s ",
                median(a) * unit,
                median(b) * unit,
                itself,
                ratio,
                close ? " " : "!");
        return close ? 1 : 0;
    }

    private static double[] sorted(List<PatternResult> results, Function<PatternResult, @Nullable Double> figure) {
        return results.stream()
                .map(figure)
                .mapToDouble(value -> value == null ? Double.NaN : value)
                .sorted()
                .toArray();
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
