package dev.pgstow.migrate;

import java.time.Instant;
import java.util.Optional;

/** No window was given: moves start at any time, and what they do to others must be accepted by name. */
public record OpenWindow() implements Window {
    @Override
    public Optional<Instant> closing(Instant now) {
        return Optional.of(Instant.MAX);
    }

    @Override
    public Optional<Instant> nextOpening(Instant now) {
        return Optional.empty();
    }

    @Override
    public String text() {
        return "any time";
    }
}
