package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Declared;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Puts figures that were measured elsewhere into a tier. */
public final class TierImport {
    private TierImport() {}

    /**
     * The tiers with the profile as the measured part of the one of that name, whose other parts stay. A new tier has no
     * tablespaces and counts as one that does not survive a reboot, until a person says more.
     *
     * @param notes is told what was replaced and what is still to be done, none of which is wrong
     */
    public static Tiers into(Tiers known, String name, Profile profile, Consumer<String> notes) {
        if (profile.single(AccessPattern.RANDOM_READ).isEmpty()) {
            notes.accept("no random read of 8 KiB with one request in flight (iodepth=1) is among the figures of tier '"
                    + name + "': measure one for 'pgstow advise', or declare its read_us");
        }
        List<Tier> tiers = new ArrayList<>(known.tiers());
        for (int index = 0; index < tiers.size(); index++) {
            Tier tier = tiers.get(index);
            if (tier.name().equals(name)) {
                if (tier.profile() != null) {
                    notes.accept("what was measured of tier '" + name + "' by "
                            + tier.profile().engine() + " on " + tier.profile().measuredAt() + " is replaced");
                }
                tiers.set(index, tier.withProfile(profile));
                return new Tiers(tiers);
            }
        }
        notes.accept(
                "tier '" + name + "' is new: set its tablespaces, its device, and 'durable: true' if its files survive"
                        + " a reboot; until then no permanent relation will be placed there");
        tiers.add(new Tier(name, List.of(), "", false, null, Reserve.DEFAULT, null, Declared.NONE, List.of(), profile));
        return new Tiers(tiers);
    }
}
