package dev.pgstow.profile;

import dev.pgstow.model.PgstowException;
import java.nio.file.Path;

/** Port: finds what lies under a directory. */
@FunctionalInterface
public interface DeviceLookup {
    /**
     * Looks at a directory without changing anything.
     *
     * @throws PgstowException (not-permitted, refused or unsupported) when it cannot be looked at
     */
    Device of(Path directory);
}
