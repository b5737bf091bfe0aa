package dev.pgstow.advise;

import dev.pgstow.model.Tier;
import java.util.ArrayList;
import java.util.List;

/**
 * Devices of different names can be one storage behind a hypervisor or an array. When profile saw two tiers slow each other
 * down, they count as one device, so that the model lets them share its limits.
 */
final class SharedStorage {
    /** With one cap in common and both busy, each is left with about half. Below this share of its reads a tier counts as slowed. */
    private static final double SLOWED = 0.75;

    private SharedStorage() {}

    /** The tiers; those that have something in common with an earlier one get that one's device. */
    static List<Tier> told(List<Tier> tiers) {
        List<Tier> told = new ArrayList<>();
        for (Tier tier : tiers) {
            Tier shared = tier;
            for (Tier earlier : told) {
                if (!earlier.device().isEmpty() && slows(earlier, tier) && slows(tier, earlier)) {
                    shared = tier.withDevice(earlier.device());
                    break;
                }
            }
            told.add(shared);
        }
        return told;
    }

    private static boolean slows(Tier tier, Tier other) {
        return other.profile() != null
                && other.profile().neighbours().stream()
                        .anyMatch(neighbour -> neighbour.tier().equals(tier.name()) && neighbour.share() < SLOWED);
    }
}
