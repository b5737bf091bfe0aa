package dev.pgstow.profile;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sorts places into tiers. A tablespace stays in the tier that knows it; one that no tier knows joins the tier on its device;
 * what is left becomes a new tier for each device, named after the device and its file system. A tier is on one device: when
 * its tablespaces turn out to be on several, it keeps those on the device of the first.
 */
final class Groups {
    private final DeviceLookup devices;
    private final Tiers known;
    private final ProfileProgress progress;
    private final Map<String, Device> deviceOfTier = new LinkedHashMap<>();
    private final Map<String, List<Place>> placesOfTier = new LinkedHashMap<>();
    private final Set<String> names = new HashSet<>();

    Groups(DeviceLookup devices, Tiers known, ProfileProgress progress) {
        this.devices = devices;
        this.known = known;
        this.progress = progress;
        known.tiers().forEach(tier -> names.add(tier.name()));
    }

    /** In the order of the first place of each. */
    List<Group> of(List<Place> places) {
        places.stream().filter(place -> !place.tablespace()).forEach(place -> names.add(place.name()));
        List<Place> homeless = new ArrayList<>();
        for (Place place : places) {
            Optional<String> tier =
                    place.tablespace() ? known.ofTablespace(place.name()).map(Tier::name) : Optional.of(place.name());
            if (tier.isEmpty() || !joined(tier.get(), place)) {
                homeless.add(place);
            }
        }
        for (Place place : homeless) {
            Device device = devices.of(place);
            joined(tierOn(device).orElseGet(() -> newName(device)), place);
        }
        return placesOfTier.entrySet().stream()
                .map(entry -> group(entry.getKey(), entry.getValue()))
                .toList();
    }

    private Group group(String tier, List<Place> places) {
        return new Group(tier, known(tier), Objects.requireNonNull(deviceOfTier.get(tier)), places);
    }

    private @Nullable Tier known(String name) {
        return known.tiers().stream()
                .filter(tier -> tier.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private boolean joined(String tier, Place place) {
        Device device = devices.of(place);
        Device first = deviceOfTier.putIfAbsent(tier, device);
        if (first != null && !first.id().equals(device.id())) {
            if (!place.tablespace()) {
                throw new PgstowException(
                        ErrorCode.USAGE,
                        "'" + place.directory() + "' is on '" + device.text() + "' and tier '" + tier + "' on '"
                                + first.text() + "'",
                        "A tier is on one device: give --dir another name.");
            }
            progress.note("tablespace '" + place.name() + "' is on '" + device.text() + "' and leaves tier '" + tier
                    + "', which is on '" + first.text() + "'");
            return false;
        }
        placesOfTier.computeIfAbsent(tier, name -> new ArrayList<>()).add(place);
        return true;
    }

    private Optional<String> tierOn(Device device) {
        return deviceOfTier.entrySet().stream()
                .filter(entry -> entry.getValue().id().equals(device.id()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private String newName(Device device) {
        String base = device.name() + "-" + device.fileSystem();
        String name = base;
        for (int number = 2; !names.add(name); number++) {
            name = base + "-" + number;
        }
        return name;
    }
}
