package dev.pgstow.migrate;

import dev.pgstow.model.Cluster;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What preflight must know of the server as a whole.
 *
 * @param product what {@code version()} says
 * @param inRecovery a standby, or a server that still replays WAL
 * @param direct each statement reaches the same backend, and what we set there stays set: no pooler is in between
 * @param role our role
 * @param databases those that accept connections
 * @param tablespaces by name
 * @param idleSlots replication slots nobody reads from, which keep all WAL from their place on
 * @param overridden settings of this role or database that our sessions replace, as {@code statement_timeout = 40ms}
 */
public record ServerFacts(
        Cluster cluster,
        String product,
        boolean inRecovery,
        boolean direct,
        String role,
        Set<String> databases,
        Set<String> tablespaces,
        List<String> idleSlots,
        List<String> overridden) {
    public ServerFacts {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(product, "product");
        Objects.requireNonNull(role, "role");
        databases = Set.copyOf(databases);
        tablespaces = Set.copyOf(tablespaces);
        idleSlots = List.copyOf(idleSlots);
        overridden = List.copyOf(overridden);
    }
}
