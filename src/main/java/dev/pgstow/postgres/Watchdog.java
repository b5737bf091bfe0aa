package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_STAT_PROGRESS_CREATE_INDEX;

import dev.pgstow.migrate.Blocker;
import dev.pgstow.migrate.Progress;
import dev.pgstow.model.ByteSize;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Watches, from a second session and in a thread of its own, a statement that another one executes: samples who keeps it
 * waiting, tells how it goes on, and cancels it in the server when its time is over or somebody asks for that.
 */
final class Watchdog implements Runnable {
    private static final Duration TICK = Duration.ofMillis(40);
    /** So long every tick takes a sample, which a short lock_timeout needs; then one a second. */
    private static final Duration CLOSE_LOOK = Duration.ofSeconds(1);

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final MoveConnections.Session watched;
    private final DSLContext sql;
    private final Clock clock;
    private final @Nullable Instant cancelAt;
    private final BooleanSupplier cancelAsked;
    private final String target;
    private final Consumer<Progress> listener;
    private final CountDownLatch over = new CountDownLatch(1);
    private final long began = System.nanoTime();
    private @Nullable Thread thread;
    private volatile List<Blocker> blockers = List.of();
    private volatile Duration waited = Duration.ZERO;
    private volatile boolean cancelled;
    private boolean blind;
    private @Nullable ByteSize sizeAtStart;

    Watchdog(
            MoveConnections.Session watched,
            DSLContext sql,
            Clock clock,
            @Nullable Instant cancelAt,
            BooleanSupplier cancelAsked,
            String target,
            Consumer<Progress> listener) {
        this.watched = watched;
        this.sql = sql;
        this.clock = clock;
        this.cancelAt = cancelAt;
        this.cancelAsked = cancelAsked;
        this.target = target;
        this.listener = listener;
    }

    void start() {
        thread = new Thread(this, "watchdog");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends the watch; afterwards no cancel is under way any more. */
    void end() {
        over.countDown();
        try {
            Objects.requireNonNull(thread).join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    List<Blocker> blockers() {
        return blockers;
    }

    Duration waited() {
        return waited;
    }

    boolean cancelled() {
        return cancelled;
    }

    @Override
    public void run() {
        Duration sampledAt = Duration.ZERO;
        Duration cancelledAt = Duration.ofSeconds(-10);
        while (!isOver()) {
            Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
            if (timeIsUp() && elapsed.minus(cancelledAt).compareTo(SECOND) > 0) {
                cancelledAt = elapsed;
                cancel();
            }
            Duration interval = elapsed.compareTo(CLOSE_LOOK) < 0 ? TICK.dividedBy(2) : SECOND;
            if (elapsed.minus(sampledAt).compareTo(interval) > 0) {
                sample(elapsed, elapsed.minus(sampledAt), interval.equals(SECOND));
                sampledAt = elapsed;
            }
        }
    }

    private boolean isOver() {
        try {
            return over.await(TICK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private boolean timeIsUp() {
        return cancelAsked.getAsBoolean()
                || (cancelAt != null && !clock.instant().isBefore(cancelAt));
    }

    private void sample(Duration elapsed, Duration since, boolean tell) {
        if (blind) {
            return;
        }
        try {
            List<Blocker> now = new BlockerReader(sql).blocking(watched.pid());
            if (!now.isEmpty()) {
                blockers = now;
                waited = waited.plus(since);
            }
            if (tell) {
                listener.accept(new Progress(elapsed, grown(), phase(), now));
            }
        } catch (DataAccessException e) {
            // a look that timed out is no reason to stop looking; a lost connection is
            blind = !e.sqlState().equals("57014");
        }
    }

    private ByteSize grown() {
        ByteSize now = TablespaceSizes.used(sql, target).orElse(ByteSize.ZERO);
        if (sizeAtStart == null) {
            sizeAtStart = now;
        }
        return now.minusFloored(sizeAtStart);
    }

    private String phase() {
        return sql.select(PG_STAT_PROGRESS_CREATE_INDEX.PHASE)
                .from(PG_STAT_PROGRESS_CREATE_INDEX)
                .where(PG_STAT_PROGRESS_CREATE_INDEX.PID.eq(watched.pid()))
                .fetchOptional(PG_STAT_PROGRESS_CREATE_INDEX.PHASE)
                .orElse("");
    }

    private void cancel() {
        cancelled = true;
        try {
            sql.select(DSL.field("pg_cancel_backend({0})", Boolean.class, DSL.val(watched.pid())))
                    .fetch();
        } catch (DataAccessException e) {
            blind = true;
            try {
                watched.connection().unwrap(PGConnection.class).cancelQuery();
            } catch (SQLException gone) {
                // then the server, or the way to it, is gone: the statement's own timeout is the last line
            }
        }
    }
}
