package dev.pgstow.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 0.25s}, {@code 95s}, {@code 2m 10s}, {@code 24h}, {@code 3d 4h}. Days, hours, minutes
 * and seconds stand in this order, each at most once; only seconds may have a fraction, of milliseconds.
 */
public final class DurationText {
    private static final Pattern TEXT = Pattern.compile("\\s*(?:([0-9]{1,6})d\\s*)?(?:([0-9]{1,6})h\\s*)?"
            + "(?:([0-9]{1,6})m(?:in)?\\s*)?(?:([0-9]{1,9}(?:\\.[0-9]{1,3})?)s\\s*)?(?:([0-9]{1,9})ms\\s*)?");

    private DurationText() {}

    /**
     * Reads what {@link #of} writes, and {@code 200ms} and {@code 5min} as PostgreSQL's settings have them.
     *
     * @throws IllegalArgumentException when the text is no duration
     */
    public static Duration parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (text.isBlank() || !matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a duration such as 95s or 2m 10s");
        }
        return Duration.ofDays(whole(matcher.group(1)))
                .plusHours(whole(matcher.group(2)))
                .plusMinutes(whole(matcher.group(3)))
                .plusMillis(Math.round(matcher.group(4) == null ? 0 : Double.parseDouble(matcher.group(4)) * 1000))
                .plusMillis(whole(matcher.group(5)));
    }

    /** The text of a duration that is not negative, exact to the millisecond. Up to two minutes in seconds alone. */
    public static String of(Duration duration) {
        long millis = duration.plusNanos(500_000).toMillis();
        if (millis <= 120_000) {
            return seconds(millis);
        }
        Duration rest = Duration.ofMillis(millis);
        List<String> parts = new ArrayList<>();
        if (rest.toDays() > 1) {
            parts.add(rest.toDays() + "d");
            rest = rest.minusDays(rest.toDays());
        }
        if (rest.toHours() > 0) {
            parts.add(rest.toHours() + "h");
            rest = rest.minusHours(rest.toHours());
        }
        if (rest.toMinutes() > 0) {
            parts.add(rest.toMinutes() + "m");
            rest = rest.minusMinutes(rest.toMinutes());
        }
        if (!rest.isZero()) {
            parts.add(seconds(rest.toMillis()));
        }
        return String.join(" ", parts);
    }

    private static String seconds(long millis) {
        if (millis % 1000 == 0) {
            return millis / 1000 + "s";
        }
        return String.format(Locale.ROOT, "%.3f", millis / 1000d).replaceAll("0+$", "") + "s";
    }

    private static long whole(@org.jspecify.annotations.Nullable String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
