package dev.pgstow.model;

import java.time.Duration;

/** A predicted duration: low, likely and high, in this order. */
public record DurationRange(Duration low, Duration likely, Duration high) {
    public static final DurationRange ZERO = new DurationRange(Duration.ZERO, Duration.ZERO, Duration.ZERO);

    public DurationRange {
        if (low.isNegative() || low.compareTo(likely) > 0 || likely.compareTo(high) > 0) {
            throw new IllegalArgumentException("not a range: " + low + ", " + likely + ", " + high);
        }
    }

    public DurationRange plus(DurationRange other) {
        return new DurationRange(low.plus(other.low), likely.plus(other.likely), high.plus(other.high));
    }
}
