package dev.pgstow.profile;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How thoroughly to measure.
 *
 * @param time each step takes at most this long; null for what suits the number of tiers
 */
public record Effort(boolean thorough, @Nullable Duration time) {
    /** All steps of all tiers of a quick profile together: with the filling of the test files it stays under two minutes. */
    private static final Duration QUICK = Duration.ofSeconds(90);

    private static final Duration QUICK_STEP = Duration.ofMillis(1500);
    private static final Duration SHORTEST_STEP = Duration.ofMillis(300);
    private static final Duration THOROUGH_STEP = Duration.ofSeconds(20);
    private static final Duration THOROUGH_LEAST = Duration.ofSeconds(3);
    private static final Duration QUICK_LEAST = Duration.ofMillis(700);

    public Effort {
        if (time != null && (time.isZero() || time.isNegative())) {
            throw new IllegalArgumentException("steps of " + time);
        }
    }

    List<Step> steps() {
        return Step.all(thorough);
    }

    /** How often each step is measured; of three results the middle one counts. */
    int rounds() {
        return thorough ? 3 : 1;
    }

    TimeLimit limit(int tiers) {
        Duration most = Objects.requireNonNullElseGet(time, () -> thorough ? THOROUGH_STEP : share(tiers));
        Duration least = thorough ? THOROUGH_LEAST : QUICK_LEAST;
        return new TimeLimit(least.compareTo(most) < 0 ? least : most, most);
    }

    private Duration share(int tiers) {
        Duration share = QUICK.dividedBy((long) Math.max(1, tiers) * steps().size());
        Duration most = share.compareTo(QUICK_STEP) < 0 ? share : QUICK_STEP;
        return most.compareTo(SHORTEST_STEP) < 0 ? SHORTEST_STEP : most;
    }
}
