package dev.pgstow.migrate;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** When the mover may hold locks. The end is exclusive: at that instant nothing of ours is held any more. */
public sealed interface Window permits DailyWindow, OpenWindow, SpanWindow {
    /** When the window that is open now closes; empty when it is closed, {@link Instant#MAX} when it never closes. */
    Optional<Instant> closing(Instant now);

    /** When a closed window opens; empty when it is open now or never opens again. */
    Optional<Instant> nextOpening(Instant now);

    /** The window as the user may write it again. */
    String text();

    default boolean contains(Instant now) {
        return closing(now).isPresent();
    }

    /** How long locks may still be held: zero when it is closed. Hundreds of years when it never closes. */
    default Duration remaining(Instant now) {
        return closing(now)
                .map(end -> end.equals(Instant.MAX) ? Duration.ofDays(365_000) : Duration.between(now, end))
                .orElse(Duration.ZERO);
    }

    /** Whether an end is in sight: only such a window accepts hazards and bounds statements. */
    default boolean bounded() {
        return !(this instanceof OpenWindow);
    }

    /**
     * Reads {@code 02:00-04:00}, {@code 22:00-04:00} (ends the next day), {@code Sat,Sun 01:00-05:00} (the days on which it
     * opens), {@code Mon-Fri 22:00-24:00} or a span from now such as {@code 90m}.
     *
     * @throws PgstowException (usage) when the text is no window
     */
    static Window parse(String text, ZoneId zone, Instant now) {
        String trimmed = text.strip();
        return SpanWindow.parse(trimmed, now)
                .or(() -> DailyWindow.parse(trimmed, zone))
                .orElseThrow(() -> new PgstowException(
                        ErrorCode.USAGE,
                        "'" + text + "' is not a window",
                        "Write '02:00-04:00', '22:00-04:00', 'Sat,Sun 01:00-05:00' or a span from now such as '90m'."));
    }
}
