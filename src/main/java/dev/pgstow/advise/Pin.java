package dev.pgstow.advise;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person decided before the advisor does.
 *
 * @param relations a {@link Glob}
 * @param tablespace where they must lie, null when they must stay where they are
 */
public record Pin(String relations, @Nullable String tablespace) {
    public Pin {
        Objects.requireNonNull(relations, "relations");
    }
}
