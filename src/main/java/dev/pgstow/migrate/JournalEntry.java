package dev.pgstow.migrate;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** One line of a journal. */
public sealed interface JournalEntry {
    Instant at();

    /**
     * The first line: which run this is.
     *
     * @param run also in the name of its sessions
     * @param plan the plan's file
     * @param planHash of the file's bytes, SHA-256 in hexadecimal: another plan does not go on with this run
     * @param moves all of the plan's, so that the journal can be read without it
     */
    record Opened(Instant at, String run, String plan, String planHash, Cluster cluster, List<Move> moves)
            implements JournalEntry {
        public Opened {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(run, "run");
            Objects.requireNonNull(plan, "plan");
            Objects.requireNonNull(planHash, "planHash");
            Objects.requireNonNull(cluster, "cluster");
            moves = List.copyOf(moves);
        }
    }

    /** A process took the run up, the first one or one that resumes. */
    record Resumed(Instant at, long pid, String window) implements JournalEntry {
        public Resumed {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(window, "window");
        }
    }

    /**
     * On disk before the statement is sent.
     *
     * @param oid of the relation as it was
     * @param leftovers OIDs of invalid {@code _ccnew} indexes that were there before and are not ours
     */
    record Started(Instant at, RelationName relation, long oid, List<Long> leftovers) implements JournalEntry {
        public Started {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(relation, "relation");
            leftovers = List.copyOf(leftovers);
        }
    }

    /**
     * On disk after the catalog was read again.
     *
     * @param oid of the relation as it is now; 0 when it is gone
     * @param left OIDs of invalid indexes that it left and could not drop
     */
    record Ended(
            Instant at,
            RelationName relation,
            Outcome outcome,
            Duration elapsed,
            int tries,
            String reason,
            long oid,
            List<Long> left)
            implements JournalEntry {
        public Ended {
            Objects.requireNonNull(at, "at");
            Objects.requireNonNull(relation, "relation");
            Objects.requireNonNull(outcome, "outcome");
            Objects.requireNonNull(elapsed, "elapsed");
            Objects.requireNonNull(reason, "reason");
            left = List.copyOf(left);
        }
    }
}
