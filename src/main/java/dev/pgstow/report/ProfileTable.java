package dev.pgstow.report;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Declared;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Profiles of tiers side by side: rate, mean latency, and how many times the rate of the slowest tier that is. */
public final class ProfileTable {
    /** One row of figures. */
    private record Row(AccessPattern pattern, int depth, Duration pause) {}

    private final List<Tier> tiers;

    private ProfileTable(Tiers tiers) {
        this.tiers = tiers.tiers().stream()
                .filter(tier -> tier.profile() != null || !tier.declared().equals(Declared.NONE))
                .toList();
    }

    /** The table of all tiers that were measured or described, without a line break at its end. */
    public static String of(Tiers tiers) {
        return new ProfileTable(tiers).text();
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
        lines.add(line(
                "measured",
                tier -> measured(tier, profile -> profile.measuredAt().toString())));
        lines.add(line(
                "direct I/O",
                tier -> measured(tier, profile -> profile.directIo() ? "yes" : "no, page cache included")));
        lines.add(line("caps found", tier -> measured(tier, profile -> caps(profile.caps()))));
        if (tiers.stream().anyMatch(tier -> !tier.declared().caps().equals(Limits.NONE))) {
            lines.add(line("caps declared", tier -> caps(tier.declared().caps())));
        }
        rows().forEach(row ->
                lines.add(line(PatternWords.label(row.pattern(), row.depth(), row.pause()), tier -> cell(tier, row))));
        return aligned(lines);
    }

    private Set<Row> rows() {
        return tiers.stream()
                .flatMap(tier -> results(tier))
                .map(result -> new Row(result.pattern(), result.depth(), result.pause()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<String> line(String head, Function<Tier, String> cell) {
        return Stream.concat(Stream.of(head), tiers.stream().map(cell)).toList();
    }

    private String cell(Tier tier, Row row) {
        return at(tier, row)
                .map(result -> (PatternWords.figures(result) + ratio(result, row) + " " + PatternWords.remarks(result))
                        .stripTrailing())
                .orElse("-");
    }

    private Optional<PatternResult> at(Tier tier, Row row) {
        return results(tier)
                .filter(result -> result.pattern() == row.pattern()
                        && result.depth() == row.depth()
                        && result.pause().equals(row.pause()))
                .findFirst();
    }

    /** How many times as fast as the slowest tier; with pauses between requests only the latency tells. */
    private String ratio(PatternResult result, Row row) {
        if (tiers.size() < 2) {
            return "";
        }
        double slowest = tiers.stream()
                .flatMap(tier -> at(tier, row).stream())
                .mapToDouble(ProfileTable::speed)
                .min()
                .orElse(speed(result));
        return "  " + PatternWords.rounded(speed(result) / slowest) + "x";
    }

    private static double speed(PatternResult result) {
        return result.pause().isZero() ? result.operationsPerSecond() : 1 / Math.max(1e-9, result.mean());
    }

    private static String caps(Limits caps) {
        List<String> words = new ArrayList<>();
        cap(words, "%,.0f reads/s", caps.readIops(), 1);
        cap(words, "%,.0f writes/s", caps.writeIops(), 1);
        cap(words, "%,.0f/s in all", caps.totalIops(), 1);
        cap(words, "reads %,.0f MiB/s", caps.readBytesPerSecond(), 1 << 20);
        cap(words, "writes %,.0f MiB/s", caps.writeBytesPerSecond(), 1 << 20);
        cap(words, "%,.0f MiB/s in all", caps.totalBytesPerSecond(), 1 << 20);
        return words.isEmpty() ? "none" : String.join(", ", words);
    }

    private static void cap(List<String> words, String format, @Nullable Double cap, double unit) {
        if (cap != null) {
            words.add(String.format(Locale.ROOT, format, cap / unit));
        }
    }

    private static String measured(Tier tier, Function<Profile, String> cell) {
        return tier.profile() == null ? "-" : cell.apply(tier.profile());
    }

    private static Stream<PatternResult> results(Tier tier) {
        return tier.profile() == null ? Stream.empty() : tier.profile().results().stream();
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
