package dev.pgstow.report;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Profiles of tiers side by side: rate, mean latency, and how many times the rate of the slowest tier that is. */
public final class ProfileTable {
    /** One row of figures. */
    private record Row(AccessPattern pattern, int depth) {}

    private final List<Tier> tiers;

    private ProfileTable(Tiers tiers) {
        this.tiers =
                tiers.tiers().stream().filter(tier -> tier.profile() != null).toList();
    }

    /** The table of all tiers that were measured, without a line break at its end. */
    public static String of(Tiers tiers) {
        return new ProfileTable(tiers).text();
    }

    /** A pattern in words: {@code random read 8 KiB, depth 4}. */
    public static String label(AccessPattern pattern, int depth) {
        String words = switch (pattern) {
            case RANDOM_READ -> "random read 8 KiB";
            case RANDOM_WRITE -> "random write 8 KiB";
            case SEQUENTIAL_READ -> "sequential read 128 KiB";
            case APPEND -> "append 8 KiB, page cache";
            case SYNC_WRITE -> "write 8 KiB + fdatasync";
        };
        return words + ", depth " + depth;
    }

    /** Rate and mean latency: {@code 20,120/s 49 us}. */
    public static String figures(PatternResult result) {
        return String.format(Locale.ROOT, "%,.0f/s %s", result.operationsPerSecond(), latency(result.mean()));
    }

    private String text() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(line("tier", Tier::name));
        lines.add(line("device", Tier::device));
        lines.add(line(
                "tablespaces", tier -> tier.tablespaces().isEmpty() ? "-" : String.join(", ", tier.tablespaces())));
        lines.add(line("durable", tier -> tier.durable() ? "yes" : "no"));
        lines.add(line(
                "capacity",
                tier -> tier.capacity() == null ? "unlimited" : tier.capacity().toString()));
        lines.add(line("measured", tier -> profile(tier).measuredAt().toString()));
        lines.add(line("direct I/O", tier -> profile(tier).directIo() ? "yes" : "no, page cache included"));
        rows().forEach(row -> lines.add(line(label(row.pattern(), row.depth()), tier -> cell(tier, row))));
        return aligned(lines);
    }

    private Set<Row> rows() {
        return tiers.stream()
                .flatMap(tier -> profile(tier).results().stream())
                .map(result -> new Row(result.pattern(), result.depth()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<String> line(String head, java.util.function.Function<Tier, String> cell) {
        return Stream.concat(Stream.of(head), tiers.stream().map(cell)).toList();
    }

    private String cell(Tier tier, Row row) {
        Optional<PatternResult> result = profile(tier).at(row.pattern(), row.depth());
        return result.map(figures -> figures(figures) + ratio(figures, row)).orElse("-");
    }

    private String ratio(PatternResult result, Row row) {
        double slowest = tiers.stream()
                .flatMap(tier -> profile(tier).at(row.pattern(), row.depth()).stream())
                .map(PatternResult::operationsPerSecond)
                .min(Comparator.naturalOrder())
                .orElse(result.operationsPerSecond());
        double ratio = result.operationsPerSecond() / slowest;
        return tiers.size() < 2 ? "" : "  " + rounded(ratio) + "x";
    }

    private static String latency(double seconds) {
        double microseconds = seconds * 1e6;
        return microseconds < 999.5 ? rounded(microseconds) + " us" : rounded(microseconds / 1000) + " ms";
    }

    /** Two digits, or all of a larger number. */
    private static String rounded(double value) {
        return String.format(Locale.ROOT, value < 9.95 ? "%.1f" : "%.0f", value);
    }

    private static Profile profile(Tier tier) {
        @Nullable Profile profile = tier.profile();
        if (profile == null) {
            throw new IllegalStateException(tier.name() + " was not measured");
        }
        return profile;
    }

    private static String aligned(List<List<String>> lines) {
        int columns = lines.get(0).size();
        int[] widths = new int[columns];
        lines.forEach(line -> {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], line.get(column).length());
            }
        });
        return lines.stream().map(line -> padded(line, widths)).collect(Collectors.joining("\n"));
    }

    private static String padded(List<String> line, int[] widths) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            text.append(String.format(Locale.ROOT, "%-" + (widths[column] + 3) + "s", line.get(column)));
        }
        return text.toString().stripTrailing();
    }
}
