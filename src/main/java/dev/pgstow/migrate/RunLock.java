package dev.pgstow.migrate;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Sees to it that two runs never meet, not even one and what a killed process of its own left running in the server. */
public final class RunLock {
    private static final Duration LOOK_EVERY = Duration.ofMillis(500);

    private RunLock() {}

    /**
     * Takes the run's lock. Waits for what an earlier process of the same run still does, for as long as the patience lasts
     * and the run is not asked to stop.
     *
     * @param application the name of this run's sessions
     * @throws PgstowException (refused) naming the session that is in the way; nothing of ours stays locked
     */
    public static void take(MoveSession session, String application, RunTime time, Duration patience, RunLog log) {
        Instant end = time.clock().instant().plus(patience);
        boolean told = false;
        while (true) {
            boolean locked = session.lockRun();
            List<Blocker> others = session.otherRuns();
            if (locked && others.isEmpty()) {
                return;
            }
            boolean ours = others.stream().allMatch(other -> other.application().equals(application));
            if (!ours
                    || time.stopped().getAsBoolean()
                    || !time.clock().instant().isBefore(end)) {
                throw refusal(others, ours);
            }
            if (!told) {
                log.note("an earlier process of this run is still at work in the server: waiting for " + names(others));
                told = true;
            }
            time.pause().of(LOOK_EVERY);
        }
    }

    private static PgstowException refusal(List<Blocker> others, boolean ours) {
        if (ours) {
            return new PgstowException(
                    ErrorCode.REFUSED,
                    "an earlier process of this run is still at work in the server: " + names(others),
                    "Run the same command again when it is done, or end it: select pg_cancel_backend("
                            + others.stream()
                                    .map(other -> Long.toString(other.pid()))
                                    .findFirst()
                                    .orElse("PID") + ").");
        }
        return new PgstowException(
                ErrorCode.REFUSED,
                "another run is at work on this cluster: " + names(others),
                "Wait for it to end: two runs would spoil each other's order and space.");
    }

    private static String names(List<Blocker> others) {
        return others.isEmpty()
                ? "a session that holds its lock"
                : String.join(", ", others.stream().map(Blocker::toString).toList());
    }
}
