package dev.pgstow.model;

import java.util.List;
import java.util.Optional;

/** All tiers of a cluster, in the order of the file. No tablespace is in two of them. */
public record Tiers(List<Tier> tiers) {
    public Tiers {
        tiers = List.copyOf(tiers);
    }

    public Optional<Tier> ofTablespace(String tablespace) {
        return tiers.stream()
                .filter(tier -> tier.tablespaces().contains(tablespace))
                .findFirst();
    }
}
