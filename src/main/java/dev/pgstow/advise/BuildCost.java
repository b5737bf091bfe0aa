package dev.pgstow.advise;

import dev.pgstow.model.ServerVersion;
import java.util.Map;

/**
 * What building an index costs besides reading the table, by access method. Measured on 15 and 18 with plain keys; keys of an ICU
 * or libc collation take two or three times as long, which the range of an estimate covers.
 *
 * @param perRowOlder processor seconds per row up to 16
 * @param perRow from 17 on
 * @param walShare WAL bytes over bytes of the new index
 * @param overlap the share of the build that runs while the table is read
 */
record BuildCost(double perRowOlder, double perRow, double walShare, double overlap) {
    private static final Map<String, BuildCost> KNOWN = Map.of(
            "btree", new BuildCost(1.0e-6, 1.0e-6, 0.91, 0.4),
            "hash", new BuildCost(2.0e-6, 3.0e-6, 2.0, 0.7),
            "brin", new BuildCost(0.3e-6, 0.3e-6, 0.01, 1),
            "gin", new BuildCost(25e-6, 15e-6, 0.55, 0.7),
            "gist", new BuildCost(10e-6, 3e-6, 0.7, 0.7));
    private static final BuildCost UNKNOWN = new BuildCost(10e-6, 10e-6, 1, 0.7);

    static BuildCost of(String accessMethod) {
        return KNOWN.getOrDefault(accessMethod, UNKNOWN);
    }

    double secondsPerRow(ServerVersion version) {
        return version.atLeast(17) ? perRow : perRowOlder;
    }
}
