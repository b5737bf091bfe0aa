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
import java.util.Optional;
import java.util.Set;

/**
 * What was measured, to be put into the tiers of a person: device and figures are new, the rest is the person's, who may have
 * edited the tiers since they were read for the request.
 */
public final class TierMerge {
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;

    private final ProfileRequest request;
    private final ProfileProgress progress;
    private final Map<Group, Profile> profiles;

    TierMerge(ProfileRequest request, ProfileProgress progress, Map<Group, Profile> profiles) {
        this.request = request;
        this.progress = progress;
        this.profiles = new LinkedHashMap<>(profiles);
    }

    /**
     * The tiers with what was measured. A tier that was renamed since is known by its tablespaces; one that was taken out comes
     * back, and a tablespace that was put into another tier stays there.
     *
     * @param now the tiers as they are described by now
     * @return the given ones in their order, with new figures where they were measured, then new ones
     */
    public Tiers into(Tiers now) {
        Map<String, Tier> tiers = new LinkedHashMap<>();
        Map<String, String> tierOfTablespace = new HashMap<>();
        now.tiers().forEach(tier -> tiers.put(tier.name(), tier));
        profiles.forEach((group, profile) -> {
            String name = nameOf(group, now);
            List<String> tablespaces = group.tablespaces().stream()
                    .filter(tablespace -> put(tablespace, now).orElse(name).equals(name))
                    .toList();
            tiers.put(name, tier(group, described(group, name, now), tablespaces, profile));
            tablespaces.forEach(tablespace -> tierOfTablespace.put(tablespace, name));
        });
        return new Tiers(tiers.values().stream()
                .map(tier -> tier.withTablespaces(tier.tablespaces().stream()
                        .filter(tablespace -> tierOfTablespace
                                .getOrDefault(tablespace, tier.name())
                                .equals(tier.name()))
                        .toList()))
                .toList());
    }

    private String nameOf(Group group, Tiers now) {
        boolean there = now.tiers().stream().anyMatch(tier -> tier.name().equals(group.tier()));
        return there
                ? group.tier()
                : group.tablespaces().stream()
                        .flatMap(tablespace -> put(tablespace, now).stream())
                        .findFirst()
                        .orElse(group.tier());
    }

    /** The tier that the person put a tablespace into since the request was made; empty when it is where it was. */
    private Optional<String> put(String tablespace, Tiers now) {
        Optional<String> before = request.known().ofTablespace(tablespace).map(Tier::name);
        Optional<String> there = now.ofTablespace(tablespace).map(Tier::name);
        return there.equals(before) ? Optional.empty() : there;
    }

    /** As described by now; one that is not in the file is described as it was before, or by what was found. */
    private static Tier described(Group group, String name, Tiers now) {
        return now.tiers().stream()
                .filter(tier -> tier.name().equals(name))
                .findFirst()
                .orElseGet(() -> {
                    Tier before = group.known() == null ? undescribed(group) : group.known();
                    return before.withTablespaces(before.tablespaces().stream()
                            .filter(tablespace -> now.ofTablespace(tablespace).isEmpty())
                            .toList());
                });
    }

    private Tier tier(Group group, Tier known, List<String> measured, Profile profile) {
        boolean standIn = request.standIns().stream().anyMatch(group::isCalled);
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
        tablespaces.addAll(measured);
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
    private static Tier undescribed(Group group) {
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
