package dev.pgstow.cli;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as PostgreSQL's settings take them: {@code 200ms}, {@code 30s}, {@code 5m} or {@code 5min}, {@code 24h}, {@code 1d}. */
final class DurationText implements ITypeConverter<Duration> {
    private static final Pattern TEXT = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)\\s*(ms|s|m|min|h|d)?");
    private static final Map<String, Double> SECONDS =
            Map.of("ms", 0.001, "s", 1d, "m", 60d, "min", 60d, "h", 3600d, "d", 86400d);

    @Override
    public Duration convert(String text) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + text + "' is not a duration such as 30s or 5m");
        }
        double unit = matcher.group(2) == null ? 1 : SECONDS.getOrDefault(matcher.group(2), 1d);
        double seconds = Double.parseDouble(matcher.group(1)) * unit;
        if (seconds > 366 * 86400d) {
            throw new TypeConversionException("'" + text + "' is longer than a year");
        }
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
