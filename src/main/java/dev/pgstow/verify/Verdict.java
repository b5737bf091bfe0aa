package dev.pgstow.verify;

import dev.pgstow.plan.Prediction;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the change between two sides is worth.
 *
 * @param reasons why the outcome is this one, one sentence each
 * @param effect the figures; when the sides are not comparable they mean nothing
 * @param prediction what the plan expected, if one was given
 * @param notes what belongs to the verdict without deciding it
 */
public record Verdict(
        Outcome outcome,
        List<String> reasons,
        Effect effect,
        Baseline before,
        Baseline after,
        @Nullable Prediction prediction,
        List<String> notes) {
    /** With three runs against three the test cannot reach p = 0.05 at all; with five against five it can. */
    private static final int LEAST_RUNS = 5;

    private static final double SIGNIFICANT = 0.05;

    public Verdict {
        Objects.requireNonNull(outcome, "outcome");
        Objects.requireNonNull(effect, "effect");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        reasons = List.copyOf(reasons);
        notes = List.copyOf(notes);
    }

    /** Judges; the same two sides always give the same verdict. */
    public static Verdict of(Baseline before, Baseline after, @Nullable Prediction prediction) {
        Effect effect = Effect.between(before.tps(), after.tps());
        List<String> notes = Guards.notes(before, after, effect);
        List<String> obstacles = Guards.reasons(before, after);
        if (!obstacles.isEmpty()) {
            return new Verdict(Outcome.NOT_COMPARABLE, obstacles, effect, before, after, prediction, notes);
        }
        int least = Math.min(before.runs().size(), after.runs().size());
        if (least < LEAST_RUNS) {
            String reason = "not enough runs: " + before.runs().size() + " before and "
                    + after.runs().size() + " after, where fewer than " + LEAST_RUNS + " a side prove nothing";
            return new Verdict(Outcome.INCONCLUSIVE, List.of(reason), effect, before, after, prediction, notes);
        }
        Outcome outcome = outcome(effect);
        return new Verdict(outcome, List.of(reason(outcome, effect)), effect, before, after, prediction, notes);
    }

    /** Whether the measured ratio lies in the predicted range; false without a prediction. */
    public boolean predictionHeld() {
        return prediction != null
                && effect.ratio().likely() >= prediction.tpsRatio().low()
                && effect.ratio().likely() <= prediction.tpsRatio().high();
    }

    /**
     * Whether a pipeline should stop here: a verdict of worse always, and with a gate also a ratio below it and sides that
     * cannot be compared.
     *
     * @param failBelow the least ratio of TPS that passes, null for no gate
     */
    public boolean fails(@Nullable Double failBelow) {
        if (outcome == Outcome.WORSE) {
            return true;
        }
        return failBelow != null
                && (outcome == Outcome.NOT_COMPARABLE || effect.ratio().likely() < failBelow);
    }

    private static Outcome outcome(Effect effect) {
        double change = effect.ratio().likely() - 1;
        if (effect.pValue() < SIGNIFICANT && Math.abs(change) > effect.noiseFloor()) {
            return change > 0 ? Outcome.BETTER : Outcome.WORSE;
        }
        return effect.ratio().low() >= 1 - effect.noiseFloor() ? Outcome.NO_WORSE : Outcome.INCONCLUSIVE;
    }

    private static String reason(Outcome outcome, Effect effect) {
        String figures = String.format(Locale.ROOT, "p = %.3f", effect.pValue());
        String floor = String.format(Locale.ROOT, "the noise floor of %.1f %%", effect.noiseFloor() * 100);
        return switch (outcome) {
            case BETTER, WORSE -> "significant (" + figures + ") and above " + floor;
            case NO_WORSE -> "a loss greater than " + floor + " lies outside of the interval (" + figures + ")";
            case INCONCLUSIVE, NOT_COMPARABLE ->
                effect.pValue() < SIGNIFICANT
                        ? "significant (" + figures + ") but below " + floor
                        : "not significant (" + figures + "), and a loss above " + floor + " cannot be ruled out";
        };
    }
}
