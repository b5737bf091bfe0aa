package dev.pgstow.collect;

import dev.pgstow.model.Activity;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Takes a snapshot at the start, one after every interval, and one at the end; between them it looks at the sessions once a
 * second. Ends early, with a last snapshot, when the pause says so. A server that goes away in between is waited for.
 */
public final class Collector {
    private static final Duration SAMPLE = Duration.ofSeconds(1);

    private final CatalogReader reader;
    private final SnapshotSink sink;
    private final Clock clock;
    private final Pause pause;
    private final Progress progress;
    private final ActivityBuilder activity = new ActivityBuilder();
    private SessionMeans sampled = new SessionMeans();
    private boolean away;

    /** Told what goes on. */
    public interface Progress {
        void taken(Snapshot snapshot);

        /** @param why in the words of the failure */
        void serverAway(String why);
    }

    public Collector(CatalogReader reader, SnapshotSink sink, Clock clock, Pause pause, Progress progress) {
        this.reader = Objects.requireNonNull(reader, "reader");
        this.sink = Objects.requireNonNull(sink, "sink");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.pause = Objects.requireNonNull(pause, "pause");
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /**
     * Collects for a while.
     *
     * @param every between two snapshots
     * @param total how long in all
     * @return what happened between the first and the last snapshot
     * @throws PgstowException (cannot-connect) when the server does not answer at the start
     */
    public Activity collect(Duration every, Duration total) {
        Instant end = clock.instant().plus(total);
        take();
        boolean goOn = true;
        while (goOn && clock.instant().isBefore(end)) {
            Instant next = clock.instant().plus(every);
            goOn = sampleUntil(next.isBefore(end) ? next : end);
            whileThere(this::take);
        }
        return activity.build();
    }

    private boolean sampleUntil(Instant next) {
        boolean goOn = true;
        while (goOn && clock.instant().isBefore(next)) {
            Duration left = Duration.between(clock.instant(), next);
            Duration time = left.compareTo(SAMPLE) < 0 ? left : SAMPLE;
            goOn = pause.of(time);
            whileThere(() -> sampled.add(reader.sessions(), time));
        }
        return goOn;
    }

    private void take() {
        Snapshot snapshot = reader.read(sampled.mean());
        sampled = new SessionMeans();
        sink.append(snapshot);
        activity.add(snapshot);
        progress.taken(snapshot);
    }

    /** A restart of the server in a day of collecting must not end it. */
    private void whileThere(Runnable work) {
        try {
            work.run();
            away = false;
        } catch (PgstowException e) {
            if (e.code() != ErrorCode.CANNOT_CONNECT) {
                throw e;
            }
            if (!away) {
                progress.serverAway(e.getMessage());
            }
            away = true;
        }
    }
}
