package dev.pgstow.cli;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option's value such as {@code 500ms}, {@code 1.5s}, {@code 10min} or {@code 2h}. */
final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)\\s*(ms|s|m|min|h|d)");
    private static final Map<String, ChronoUnit> UNITS = Map.of(
            "ms", ChronoUnit.MILLIS,
            "s", ChronoUnit.SECONDS,
            "m", ChronoUnit.MINUTES,
            "min", ChronoUnit.MINUTES,
            "h", ChronoUnit.HOURS,
            "d", ChronoUnit.DAYS);

    @Override
    public Duration convert(String value) {
        Matcher matcher = TEXT.matcher(value.strip());
        if (!matcher.matches()) {
            throw new TypeConversionException("'" + value + "' is not a duration such as 30s, 10min or 2h");
        }
        ChronoUnit unit = UNITS.getOrDefault(matcher.group(2), ChronoUnit.SECONDS);
        double milliseconds =
                Double.parseDouble(matcher.group(1)) * unit.getDuration().toMillis();
        return Duration.ofMillis(Math.round(milliseconds));
    }
}
