package dev.pgstow.model;

import java.util.Objects;

/** Which cluster something was read from. The identifier is that of {@code pg_control_system()}, made by initdb. */
public record Cluster(String systemIdentifier, ServerVersion version) {
    public Cluster {
        Objects.requireNonNull(systemIdentifier, "systemIdentifier");
        Objects.requireNonNull(version, "version");
    }
}
