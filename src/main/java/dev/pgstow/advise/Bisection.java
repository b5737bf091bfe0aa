package dev.pgstow.advise;

import java.util.function.DoubleUnaryOperator;

/** Finds where a falling function has a value. */
final class Bisection {
    private static final int STEPS = 40;

    private Bisection() {}

    /** The argument between two; one of these ends when the value lies beyond. */
    static double argument(DoubleUnaryOperator falling, double value, double low, double high) {
        double from = low;
        double to = high;
        for (int i = 0; i < STEPS; i++) {
            double middle = (from + to) / 2;
            if (falling.applyAsDouble(middle) > value) {
                from = middle;
            } else {
                to = middle;
            }
        }
        return (from + to) / 2;
    }
}
