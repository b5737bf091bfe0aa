package dev.pgstow.model;

import java.util.Objects;

/**
 * PostgreSQL's object, and where it lies.
 *
 * @param location the directory; for {@code pg_default} the {@code base} directory of the data directory, empty when this
 *     role may not see it
 * @param used what {@code pg_tablespace_size} says
 */
public record Tablespace(String name, long oid, String location, ByteSize used) {
    public Tablespace {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(used, "used");
    }
}
