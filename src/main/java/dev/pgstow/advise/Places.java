package dev.pgstow.advise;

import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Database;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Tablespace;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tiers that have a tablespace in this cluster, by position.
 *
 * @param sizes what each tablespace of the cluster holds
 * @param defaults the default tablespace of each database
 * @param targets where relations may go
 */
record Places(List<Tier> tiers, Map<String, ByteSize> sizes, Map<String, String> defaults, Set<String> targets) {
    static final int NOWHERE = -1;

    Places {
        tiers = List.copyOf(tiers);
        sizes = Map.copyOf(sizes);
        defaults = Map.copyOf(defaults);
        targets = Set.copyOf(targets);
    }

    static Places of(Activity activity, Tiers tiers, AdviseOptions options) {
        Map<String, ByteSize> sizes = activity.tablespaces().stream()
                .collect(Collectors.toMap(Tablespace::name, Tablespace::used, ByteSize::plus));
        Set<String> targets = options.selection().targets().isEmpty()
                ? sizes.keySet()
                : options.selection().targets();
        requireKnown(targets, sizes.keySet(), "tablespace");
        requireKnown(
                options.capacities().keySet(),
                tiers.tiers().stream().map(Tier::name).collect(Collectors.toSet()),
                "tier");
        List<Tier> present = new ArrayList<>();
        for (Tier tier : tiers.tiers()) {
            if (tier.tablespaces().stream().anyMatch(sizes::containsKey)) {
                present.add(withCapacity(tier, options.capacities().get(tier.name())));
            } else if (!tier.pins().isEmpty()) {
                throw new PgstowException(
                        ErrorCode.BAD_FILE,
                        "tier '" + tier.name() + "' has pins, and no tablespace of this cluster for what they name",
                        "Give it a tablespace in the tiers file, or take its pins out.");
            }
        }
        return new Places(
                SharedStorage.told(present),
                sizes,
                activity.databases().stream()
                        .collect(Collectors.toMap(Database::name, Database::tablespace, (a, b) -> a)),
                targets);
    }

    /** The tier's position, {@link #NOWHERE} for a tablespace of none. */
    int tierOf(String tablespace) {
        for (int t = 0; t < tiers.size(); t++) {
            if (tiers.get(t).tablespaces().contains(tablespace)) {
                return t;
            }
        }
        return NOWHERE;
    }

    /** Where on a tier a relation would go: the database's default tablespace if it lies there, else the tier's first. */
    Optional<String> target(int tier, RelationName relation) {
        List<String> possible = tiers.get(tier).tablespaces().stream()
                .filter(sizes::containsKey)
                .filter(targets::contains)
                .toList();
        String own = defaults.getOrDefault(relation.database(), "");
        return possible.contains(own) ? Optional.of(own) : possible.stream().findFirst();
    }

    /** What all tablespaces of a tier hold, whoever put it there. */
    long held(int tier) {
        return tiers.get(tier).tablespaces().stream()
                .mapToLong(name -> sizes.getOrDefault(name, ByteSize.ZERO).bytes())
                .sum();
    }

    private static void requireKnown(Set<String> names, Set<String> known, String what) {
        for (String name : names) {
            if (!known.contains(name)) {
                throw new PgstowException(
                        ErrorCode.USAGE,
                        "no " + what + " '" + name + "'",
                        "There are: "
                                + String.join(", ", known.stream().sorted().toList()) + ".");
            }
        }
    }

    private static Tier withCapacity(Tier tier, @org.jspecify.annotations.Nullable ByteSize capacity) {
        return capacity == null
                ? tier
                : new Tier(
                        tier.name(),
                        tier.tablespaces(),
                        tier.device(),
                        tier.durable(),
                        capacity,
                        tier.reserve(),
                        tier.pricePerGibMonth(),
                        tier.declared(),
                        tier.pins(),
                        tier.profile());
    }
}
