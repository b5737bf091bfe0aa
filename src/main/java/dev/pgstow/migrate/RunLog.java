package dev.pgstow.migrate;

import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.List;

/** Who is told how a run goes on. Progress comes from another thread than the rest. */
public interface RunLog {
    /** @param atMost the upper bound of its estimate, with what was learnt from moves already made */
    void starting(Move move, Duration atMost);

    void progress(Move move, Progress progress);

    /** The lock could not be had. */
    void blocked(Move move, int tries, List<Blocker> blockers);

    void ended(MoveResult result);

    /** Something that is not about one move, a sentence. */
    void note(String text);
}
