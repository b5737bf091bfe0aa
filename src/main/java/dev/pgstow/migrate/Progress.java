package dev.pgstow.migrate;

import dev.pgstow.model.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A look at a running move.
 *
 * @param grown by how much the target tablespace grew since the statement began, other writers included
 * @param phase the server's word for what a REINDEX does; empty where the server reports none, as for ALTER
 */
public record Progress(Duration elapsed, ByteSize grown, String phase, List<Blocker> blockers) {
    public Progress {
        Objects.requireNonNull(elapsed, "elapsed");
        Objects.requireNonNull(grown, "grown");
        Objects.requireNonNull(phase, "phase");
        blockers = List.copyOf(blockers);
    }
}
