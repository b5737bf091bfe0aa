package dev.pgstow.postgres;

import java.sql.SQLException;
import java.util.Objects;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/** One client of a run: starts its next transaction when one has ended. Its figures are read after it has ended. */
final class WorkloadClient implements AutoCloseable {
    static final int SIGNIFICANT_DIGITS = 3;

    /** Class 40, transaction rollback: serialization failures and deadlocks. */
    private static final String ROLLBACK_CLASS = "40";

    private final WorkloadSession session;
    private final SplittableRandom random;
    private final Histogram microseconds = new Histogram(SIGNIFICANT_DIGITS);
    private long failures;
    private long endedAt;
    private volatile boolean stopped;

    WorkloadClient(WorkloadSession session, SplittableRandom random) {
        this.session = Objects.requireNonNull(session, "session");
        this.random = Objects.requireNonNull(random, "random");
    }

    /**
     * Works until then by {@link System#nanoTime}.
     *
     * @return nothing
     * @throws SQLException when a statement fails in a way that is not counted
     */
    Void runUntil(long deadline) throws SQLException {
        long now = System.nanoTime();
        while (now < deadline && !stopped) {
            boolean succeeded = transact();
            long end = System.nanoTime();
            if (succeeded) {
                microseconds.recordValue((end - now) / 1000);
            }
            now = end;
        }
        endedAt = now;
        return null;
    }

    private boolean transact() throws SQLException {
        try {
            session.executeOne(random);
            return true;
        } catch (SQLException e) {
            if (e.getSQLState() == null || !e.getSQLState().startsWith(ROLLBACK_CLASS)) {
                throw e;
            }
            failures++;
            return false;
        }
    }

    /** Ends the work early, from another thread. */
    void stop() {
        stopped = true;
        session.cancel();
    }

    Histogram microseconds() {
        return microseconds;
    }

    long failures() {
        return failures;
    }

    long endedAt() {
        return endedAt;
    }

    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException e) {
            // what it did is counted already, and the server notices a client that is gone
            return;
        }
    }
}
