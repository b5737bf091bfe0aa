package dev.pgstow.model;

import java.util.List;
import java.util.Objects;

/**
 * PostgreSQL's object, and where it lies.
 *
 * @param location the directory; for {@code pg_default} the {@code base} directory of the data directory, empty when this
 *     role may not see it
 * @param used what {@code pg_tablespace_size} says
 * @param options planner settings of its own, such as {@code random_page_cost=1.1}
 */
public record Tablespace(String name, long oid, String location, ByteSize used, List<String> options) {
    public Tablespace {
        options = List.copyOf(options);
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(location, "location");
        Objects.requireNonNull(used, "used");
    }

    /** Without options of its own. */
    public Tablespace(String name, long oid, String location, ByteSize used) {
        this(name, oid, location, used, List.of());
    }
}
