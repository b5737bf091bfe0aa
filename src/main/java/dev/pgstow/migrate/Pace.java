package dev.pgstow.migrate;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The upper bound of what a move takes, corrected by the moves of the same method that this run already made: by the weighted
 * geometric mean of actual over likely, in which long and late moves weigh more, drawn towards 1 while there are few.
 */
final class Pace {
    private static final double LOWEST = 0.2;
    private static final double HIGHEST = 5;
    /** What a move without an estimate is taken to do, slow on purpose: bytes per second, and seconds on top. */
    private static final double GUESSED_RATE = 20e6;

    private static final double GUESSED_FIXED = 1;
    private static final double TOO_SHORT = 0.2;

    private final Map<Method, List<Finished>> finished = new EnumMap<>(Method.class);

    private record Finished(double ratio, double seconds) {}

    /** @param size of the relation now; a relation that grew takes longer than the plan says */
    Duration upperBound(Move move, ByteSize size) {
        double high = seconds(estimate(move, size).high());
        return Duration.ofMillis(Math.round(high * factor(move.method()) * 1000));
    }

    /** @param actual without waits for others */
    void learn(Move move, ByteSize size, Duration actual) {
        if (seconds(actual) >= TOO_SHORT) {
            double likely = Math.max(0.001, seconds(estimate(move, size).likely()));
            finished.computeIfAbsent(move.method(), method -> new ArrayList<>())
                    .add(new Finished(seconds(actual) / likely, seconds(actual)));
        }
    }

    private double factor(Method method) {
        List<Finished> all = finished.getOrDefault(method, List.of());
        double weights = 0.5;
        double sum = 0;
        for (int i = 0; i < all.size(); i++) {
            double weight = Math.min(1, all.get(i).seconds() / 2) * Math.pow(0.8, all.size() - 1 - i);
            weights += weight;
            sum += weight * Math.log(all.get(i).ratio());
        }
        return Math.min(HIGHEST, Math.max(LOWEST, Math.exp(sum / weights)));
    }

    private static DurationRange estimate(Move move, ByteSize size) {
        if (move.estimate().high().isZero()) {
            Duration guess = Duration.ofMillis(Math.round((GUESSED_FIXED + size.bytes() / GUESSED_RATE) * 1000));
            return new DurationRange(Duration.ZERO, guess, guess);
        }
        double growth = move.size().bytes() == 0
                ? 1
                : Math.max(1, size.bytes() / (double) move.size().bytes());
        return new DurationRange(
                move.estimate().low(),
                times(move.estimate().likely(), growth),
                times(move.estimate().high(), growth));
    }

    private static Duration times(Duration duration, double factor) {
        return Duration.ofMillis(Math.round(duration.toMillis() * factor));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000d;
    }
}
