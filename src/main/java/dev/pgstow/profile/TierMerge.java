package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Declared;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts what was measured into the tiers that were known: device and figures are new, the rest is the person's. */
final class TierMerge {
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    private final ProfileRequest request;
    private final ProfileProgress progress;

    TierMerge(ProfileRequest request, ProfileProgress progress) {
        this.request = request;
        this.progress = progress;
    }

    Tiers of(Map<Group, Profile> profiles) {
        Map<String, Tier> tiers = new LinkedHashMap<>();
        Map<String, String> tierOfTablespace = new HashMap<>();
        request.known().tiers().forEach(tier -> tiers.put(tier.name(), tier));
        profiles.forEach((group, profile) -> {
            tiers.put(group.tier(), tier(group, profile));
            group.tablespaces().forEach(tablespace -> tierOfTablespace.put(tablespace, group.tier()));
        });
        return new Tiers(tiers.values().stream()
                .map(tier -> tier.withTablespaces(tier.tablespaces().stream()
                        .filter(tablespace -> tierOfTablespace
                                .getOrDefault(tablespace, tier.name())
                                .equals(tier.name()))
                        .toList()))
                .toList());
    }

    private Tier tier(Group group, Profile profile) {
        boolean standIn = request.standIns().stream().anyMatch(group::isCalled);
        Tier known = group.known() == null ? described(group) : group.known();
        boolean seen = group.device().isKnown() || known.device().isEmpty();
        String device = standIn ? Durability.STAND_IN : seen ? group.device().text() : known.device();
        boolean durable = standIn || (known.durable() && Durability.possible(device));
        String loss = group.device().loss();
        if (durable && !standIn && loss != null) {
            progress.note("tier '" + known.name() + "' is called durable in the tiers file, and so it stays; but '"
                    + device + "' is " + loss);
        }
        if (!durable) {
            progress.note("tier '" + known.name() + "' on '" + device + "' does not survive a reboot"
                    + (loss == null ? "" : " (" + loss + ")") + ": no permanent relation will be placed there");
        }
        Set<String> tablespaces = new LinkedHashSet<>(known.tablespaces());
        tablespaces.addAll(group.tablespaces());
        return new Tier(
                known.name(),
                List.copyOf(tablespaces),
                device,
                durable,
                known.capacity(),
                known.reserve(),
                known.pricePerGibMonth(),
                known.declared(),
                known.pins(),
                profile);
    }

    /** A tier that nobody described yet: it may take what its relations take now and all that is free. */
    private static Tier described(Group group) {
        ByteSize usable = group.device().usable();
        ByteSize capacity = usable == null ? null : rounded(group.used().plus(usable));
        return new Tier(
                group.tier(),
                group.tablespaces(),
                group.device().text(),
                group.device().durable(),
                capacity,
                Reserve.DEFAULT,
                null,
                Declared.NONE,
                List.of(),
                null);
    }

    /** Down to whole GiB, a small one to MiB: a person edits this figure. */
    private static ByteSize rounded(ByteSize size) {
        long unit = size.bytes() >= 10 * GIB ? GIB : MIB;
        return new ByteSize(size.bytes() / unit * unit);
    }
}
