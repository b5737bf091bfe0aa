package dev.pgstow.migrate;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.Tablespace;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import dev.pgstow.plan.Move;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the tiers may hold, against what the server says they do. A move needs room for its copy beside the original, also
 * within one tier. Figures are advanced with each move, so that a plan can be gone through before its first.
 */
final class Space {
    private final Tiers tiers;
    private final Map<Tier, ByteSize> used = new HashMap<>();

    Space(Tiers tiers, List<Tablespace> tablespaces) {
        this.tiers = tiers;
        for (Tablespace tablespace : tablespaces) {
            tiers.ofTablespace(tablespace.name())
                    .ifPresent(tier -> used.merge(tier, tablespace.used(), ByteSize::plus));
        }
    }

    /** Why the target cannot take it; empty when it can, or when its tier or capacity is not known. */
    Optional<String> problem(Move move, Relation relation) {
        Optional<Tier> target = tiers.ofTablespace(move.to());
        if (target.isEmpty() || !relation.kind().hasStorage()) {
            return Optional.empty();
        }
        Tier tier = target.get();
        if (!tier.durable() && relation.persistence() == Persistence.PERMANENT) {
            return Optional.of("tier '" + tier.name() + "' does not survive a reboot and this is a permanent relation");
        }
        ByteSize after = used.getOrDefault(tier, ByteSize.ZERO).plus(relation.size());
        return tier.usable()
                .filter(usable -> after.compareTo(usable) > 0)
                .map(usable -> "tier '" + tier.name() + "' would hold " + after + " of the " + usable + " it may");
    }

    /** Takes the move as made. */
    void make(Move move, Relation relation) {
        if (move.from().equals(move.to()) || !relation.kind().hasStorage()) {
            return;
        }
        tiers.ofTablespace(move.to()).ifPresent(tier -> used.merge(tier, relation.size(), ByteSize::plus));
        tiers.ofTablespace(move.from())
                .ifPresent(tier -> used.computeIfPresent(tier, (key, size) -> size.minusFloored(relation.size())));
    }
}
