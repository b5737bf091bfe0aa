package dev.pgstow.collect;

import dev.pgstow.model.Activity;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Snapshot;
import java.util.Comparator;
import java.util.List;

/** Turns snapshots into activity. */
public final class Activities {
    private Activities() {}

    /**
     * The activity from the first to the last of the snapshots.
     *
     * @throws PgstowException (bad-file) when there is none, or they are of different clusters
     */
    public static Activity of(List<Snapshot> snapshots) {
        ActivityBuilder builder = new ActivityBuilder();
        snapshots.stream().sorted(Comparator.comparing(Snapshot::takenAt)).forEach(builder::add);
        return builder.build();
    }
}
