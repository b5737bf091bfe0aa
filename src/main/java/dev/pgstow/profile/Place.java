package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A directory to measure: that of a tablespace, or one that stands for a tier.
 *
 * @param name of the tablespace, or of the tier
 * @param tablespace which of both
 * @param directory on the server's machine
 * @param used what relations take there now; zero when unknown
 */
public record Place(String name, boolean tablespace, Path directory, ByteSize used) {
    public Place {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(used, "used");
    }
}
