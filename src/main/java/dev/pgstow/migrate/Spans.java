package dev.pgstow.migrate;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Spans of time as people write them: {@code 200ms}, {@code 45s}, {@code 90m}, {@code 1h30m}, {@code 2d}. */
public final class Spans {
    private static final Pattern PART = Pattern.compile("([0-9]{1,9})(ms|s|m|min|h|d)");
    private static final Pattern SPAN = Pattern.compile("(?:[0-9]{1,9}(?:ms|s|min|m|h|d))+");

    private Spans() {}

    static boolean isSpan(String text) {
        return SPAN.matcher(text).matches();
    }

    /**
     * Reads a span longer than nothing.
     *
     * @throws PgstowException (usage) when the text is none
     */
    public static Duration parse(String text) {
        Duration sum = Duration.ZERO;
        if (isSpan(text.strip())) {
            Matcher part = PART.matcher(text.strip());
            while (part.find()) {
                sum = sum.plus(of(Long.parseLong(part.group(1)), part.group(2)));
            }
        }
        if (sum.isZero()) {
            throw new PgstowException(
                    ErrorCode.USAGE, "'" + text + "' is not a span of time", "Write '200ms', '45s', '90m' or '1h30m'.");
        }
        return sum;
    }

    private static Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "h" -> Duration.ofHours(amount);
            case "d" -> Duration.ofDays(amount);
            default -> Duration.ofMinutes(amount);
        };
    }

    /** For people: {@code 0.4 s}, {@code 12 s}, {@code 3 min}, {@code 2 h 5 min}; a range wants no more digits. */
    public static String text(Duration span) {
        double seconds = span.toMillis() / 1000d;
        if (seconds < 10) {
            return String.format(Locale.ROOT, seconds < 0.1 && seconds > 0 ? "%.3f s" : "%.1f s", seconds);
        }
        if (seconds < 120) {
            return Math.round(seconds) + " s";
        }
        long minutes = Math.round(seconds / 60);
        if (minutes < 120) {
            return minutes + " min";
        }
        long hours = minutes / 60;
        return hours < 48 ? hours + " h" + (minutes % 60 == 0 ? "" : " " + minutes % 60 + " min") : hours / 24 + " d";
    }
}
