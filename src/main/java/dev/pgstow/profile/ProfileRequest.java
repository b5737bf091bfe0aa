package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Environment;
import dev.pgstow.model.Tiers;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What to measure and how.
 *
 * @param known the tiers as they were described and measured before; what is a person's in them is kept
 * @param standIns names of tiers or tablespaces whose memory stands in for a disk, for a demonstration
 * @param size of the test file, at least {@link #SMALLEST}
 * @param effort how long and how often
 * @param host what this machine, and the server if one was asked, say of themselves; file system and devices are added. Null when
 *     the storage is elsewhere
 * @param dataDirectory of the server, null when it is not known
 */
public record ProfileRequest(
        List<Place> places,
        Tiers known,
        Set<String> standIns,
        ByteSize size,
        Effort effort,
        @Nullable Environment host,
        @Nullable Path dataDirectory) {
    public static final ByteSize SMALLEST = new ByteSize(16L << 20);

    public ProfileRequest {
        places = List.copyOf(places);
        Objects.requireNonNull(known, "known");
        Objects.requireNonNull(effort, "effort");
        standIns = Set.copyOf(standIns);
        if (size.compareTo(SMALLEST) < 0) {
            throw new IllegalArgumentException("test file of " + size);
        }
    }

    /** The same with other places. */
    public ProfileRequest with(List<Place> other) {
        return new ProfileRequest(other, known, standIns, size, effort, host, dataDirectory);
    }
}
