package dev.pgstow.migrate;

import dev.pgstow.model.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Opens once, for a span of time. */
record SpanWindow(Instant from, Duration span, String text) implements Window {
    SpanWindow {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(text, "text");
        if (span.isNegative() || span.isZero()) {
            throw new IllegalArgumentException("an empty window: " + span);
        }
    }

    /** Empty when the text is no span longer than nothing. */
    static Optional<Window> parse(String text, Instant now) {
        try {
            Duration span = DurationText.parse(text);
            return span.isZero() ? Optional.empty() : Optional.of(new SpanWindow(now, span, text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<Instant> closing(Instant now) {
        Instant end = from.plus(span);
        return !now.isBefore(from) && now.isBefore(end) ? Optional.of(end) : Optional.empty();
    }

    @Override
    public Optional<Instant> nextOpening(Instant now) {
        return now.isBefore(from) ? Optional.of(from) : Optional.empty();
    }
}
