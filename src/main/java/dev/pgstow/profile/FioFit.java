package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.RequestLatency;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which patterns of pgstow a group of fio's jobs measured.
 *
 * @param parts reads, writes, or both of a mix; empty when it fits no pattern
 * @param reason why it does not fit, null when it does
 */
record FioFit(List<Part> parts, @Nullable String reason) {
    /**
     * One direction of a group as a pattern.
     *
     * @param latency of a whole operation: of write and sync where the pattern has a sync
     */
    record Part(AccessPattern pattern, double perSecond, RequestLatency latency) {
        Part {
            Objects.requireNonNull(pattern, "pattern");
            Objects.requireNonNull(latency, "latency");
        }
    }

    FioFit {
        parts = List.copyOf(parts);
    }

    static FioFit of(Part... parts) {
        return new FioFit(List.of(parts), null);
    }

    static FioFit not(String reason) {
        return new FioFit(List.of(), reason);
    }

    /** Requests in flight as rate and latency tell them: Little's law. */
    double inFlight() {
        return parts.stream()
                .mapToDouble(part -> part.perSecond() * part.latency().mean())
                .sum();
    }
}
