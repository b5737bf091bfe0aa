package dev.pgstow.model;

import java.util.Objects;

/**
 * Another tier that was busy at the same time.
 *
 * @param share random reads per second beside it, as a share of those alone; well below 1 when both have something in common
 */
public record Neighbour(String tier, double share) {
    public Neighbour {
        Objects.requireNonNull(tier, "tier");
        if (!(share > 0)) {
            throw new IllegalArgumentException("a share of " + share);
        }
    }
}
