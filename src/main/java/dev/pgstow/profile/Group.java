package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Tier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places on one device that become one tier.
 *
 * @param known the tier they belonged to before, if any
 * @param places at least one; the first is where to measure
 */
record Group(String tier, @Nullable Tier known, Device device, List<Place> places) {
    Group {
        places = List.copyOf(places);
    }

    ByteSize used() {
        return places.stream().map(Place::used).reduce(ByteSize.ZERO, ByteSize::plus);
    }

    /** Where to measure. */
    Place place() {
        return places.get(0);
    }

    List<String> tablespaces() {
        return places.stream().filter(Place::tablespace).map(Place::name).toList();
    }

    /** Whether that is the name of the tier or of one of its tablespaces. */
    boolean isCalled(String name) {
        return tier.equals(name)
                || places.stream().anyMatch(place -> place.name().equals(name));
    }
}
