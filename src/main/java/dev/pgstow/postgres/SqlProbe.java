package dev.pgstow.postgres;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Place;
import java.util.List;
import java.util.Objects;

/**
 * Measures a tablespace through the server, by reading random blocks of relations that are there; for servers whose disks
 * cannot be reached. Reads only. The server's page cache is part of the figures, and writes are not measured.
 */
public final class SqlProbe implements DeviceProbe {
    private final Connector connector;
    private final ReadableRelations relations;

    public SqlProbe(Connector connector) {
        this.connector = Objects.requireNonNull(connector, "connector");
        this.relations = ReadableRelations.of(connector);
    }

    @Override
    public String engine() {
        return "PostgreSQL " + relations.version() + " (sql)";
    }

    /** Whether there is enough to read in a tablespace. */
    public boolean canRead(Place place) {
        return !relations.in(place.name()).isEmpty();
    }

    @Override
    public void check(Place place, ByteSize size) {
        if (!canRead(place)) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "tablespace '" + place.name() + "' has no table of at least " + ReadableRelations.SMALLEST
                            + " that this role may read",
                    "Grant pg_read_all_data, run pgstow on the server's machine, or use --import.");
        }
    }

    @Override
    public Session open(Place place, ByteSize size) {
        check(place, size);
        List<ReadableRelations.Readable> readable = relations.in(place.name());
        return new SqlSession(connector, place, readable);
    }
}
