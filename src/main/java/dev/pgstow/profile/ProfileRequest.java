package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Tiers;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What to measure and how.
 *
 * @param known the tiers as they were described and measured before; what is a person's in them is kept
 * @param standIns names of tiers or tablespaces whose memory stands in for a disk, for a demonstration
 * @param size of the test file, at least {@link #SMALLEST}
 * @param time for each step
 */
public record ProfileRequest(List<Place> places, Tiers known, Set<String> standIns, ByteSize size, Duration time) {
    public static final ByteSize SMALLEST = new ByteSize(16L << 20);

    public ProfileRequest {
        places = List.copyOf(places);
        Objects.requireNonNull(known, "known");
        standIns = Set.copyOf(standIns);
        Objects.requireNonNull(time, "time");
        if (size.compareTo(SMALLEST) < 0 || time.isZero() || time.isNegative()) {
            throw new IllegalArgumentException("test file of " + size + ", " + time + " a step");
        }
    }
}
