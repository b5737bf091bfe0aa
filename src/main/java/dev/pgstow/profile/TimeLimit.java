package dev.pgstow.profile;

import java.time.Duration;
import java.util.Objects;

/**
 * How long a step may take.
 *
 * @param least a rate is not called steady before
 * @param most when to stop although it is not steady
 */
public record TimeLimit(Duration least, Duration most) {
    public TimeLimit {
        Objects.requireNonNull(least, "least");
        Objects.requireNonNull(most, "most");
        if (least.isZero() || least.isNegative() || most.compareTo(least) < 0) {
            throw new IllegalArgumentException("from " + least + " to " + most);
        }
    }
}
