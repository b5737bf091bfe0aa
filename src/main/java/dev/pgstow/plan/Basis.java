package dev.pgstow.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * What a plan was made from.
 *
 * @param to the end of the observed interval: the age of the figures counts from here
 * @param clients the number of clients the prediction is for
 */
public record Basis(Instant to, Duration interval, int snapshots, int clients, Confidence confidence) {
    public Basis {
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(confidence, "confidence");
    }
}
