package dev.pgstow.verify;

import java.util.List;
import java.util.Objects;

/**
 * A statement that is a transaction of its own.
 *
 * @param weight how often it is chosen, relative to the others
 * @param sql with {@code ?} where the parameters go
 */
public record WeightedStatement(String name, int weight, String sql, List<Sampler> parameters) {
    public WeightedStatement {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(sql, "sql");
        parameters = List.copyOf(parameters);
        if (weight < 1) {
            throw new IllegalArgumentException(name + ": a weight of " + weight);
        }
    }
}
