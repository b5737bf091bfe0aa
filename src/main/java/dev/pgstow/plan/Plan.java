package dev.pgstow.plan;

import dev.pgstow.model.Cluster;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Moves in the order they are made. A person may edit it; nothing in it is trusted without a look at the catalog.
 *
 * @param basis null in a plan written by hand and in an undo plan
 * @param prediction likewise
 * @param notes findings for the reader, one sentence each; migrate does not look at them
 */
public record Plan(
        Cluster cluster, @Nullable Basis basis, @Nullable Prediction prediction, List<String> notes, List<Move> moves) {
    public Plan {
        Objects.requireNonNull(cluster, "cluster");
        notes = List.copyOf(notes);
        moves = List.copyOf(moves);
    }
}
