package dev.pgstow.plan;

import dev.pgstow.model.Range;
import java.util.Objects;

/**
 * What a plan should bring to the same closed-loop workload.
 *
 * @param tpsRatio transactions per second after the moves over before
 * @param limit what limits the workload afterwards, in words
 * @param widest the assumption that widens the range most, in words
 */
public record Prediction(Range tpsRatio, String limit, String widest) {
    public Prediction {
        Objects.requireNonNull(tpsRatio, "tpsRatio");
        Objects.requireNonNull(limit, "limit");
        Objects.requireNonNull(widest, "widest");
    }
}
