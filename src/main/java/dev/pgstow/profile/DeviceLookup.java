package dev.pgstow.profile;

import dev.pgstow.model.PgstowException;

/** Port: finds what lies under a place. */
public interface DeviceLookup {
    /**
     * Looks at a place without changing anything.
     *
     * @throws PgstowException (not-permitted, refused or unsupported) when it cannot be looked at
     */
    Device of(Place place);

    /** Whether one directory lies inside the other, told by what they are and not by how they are spelled. */
    default boolean inside(Place place, java.nio.file.Path directory) {
        return false;
    }

    /** How busy the device is with other people's work right now, watched for a moment; null when that cannot be told. */
    default @org.jspecify.annotations.Nullable Busy busy(Device device) {
        return null;
    }
}
