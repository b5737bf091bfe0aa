package dev.pgstow.advise;

import dev.pgstow.model.ByteSize;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What the caller wants of the advice.
 *
 * @param clients to predict for, 0 for as many as were observed
 * @param cores the server may use; infinite when unknown
 * @param selection which relations may move, and where to
 * @param minimumGain the ratio of predicted TPS below which nothing is moved, such as 1.03
 * @param capacities by tier name, in place of those of the tiers file
 * @param assumptions that the caller made to get here, one sentence each, for the plan's notes
 */
public record AdviseOptions(
        int clients,
        double cores,
        Selection selection,
        double minimumGain,
        Map<String, ByteSize> capacities,
        List<String> assumptions) {
    /** A gain that a benchmark of a few minutes could not tell from noise is not worth an outage. */
    public static final double MINIMUM_GAIN = 1.03;

    public static final AdviseOptions DEFAULTS =
            new AdviseOptions(0, Double.POSITIVE_INFINITY, Selection.ALL, MINIMUM_GAIN, Map.of(), List.of());

    public AdviseOptions {
        if (clients < 0 || !(cores > 0) || !(minimumGain >= 1)) {
            throw new IllegalArgumentException(clients + " clients, " + cores + " cores, minimum gain " + minimumGain);
        }
        Objects.requireNonNull(selection, "selection");
        capacities = Map.copyOf(capacities);
        assumptions = List.copyOf(assumptions);
    }
}
