package dev.pgstow.collect;

import dev.pgstow.model.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Takes a snapshot at the start, one after every interval, and one at the end; between them it counts the busy sessions once
 * a second. Ends early, with a last snapshot, when the pause says so.
 */
public final class Collector {
    private static final Duration SAMPLE = Duration.ofSeconds(1);

    private final CatalogReader reader;
    private final SnapshotSink sink;
    private final Clock clock;
    private final Pause pause;

    public Collector(CatalogReader reader, SnapshotSink sink, Clock clock, Pause pause) {
        this.reader = Objects.requireNonNull(reader, "reader");
        this.sink = Objects.requireNonNull(sink, "sink");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.pause = Objects.requireNonNull(pause, "pause");
    }

    /**
     * Collects for a while.
     *
     * @param every between two snapshots
     * @param total how long in all
     * @param progress called after each snapshot
     * @return the first and the last snapshot, and those between
     */
    public List<Snapshot> collect(Duration every, Duration total, Consumer<Snapshot> progress) {
        List<Snapshot> snapshots = new ArrayList<>();
        Instant end = clock.instant().plus(total);
        keep(reader.read(0), snapshots, progress);
        boolean goOn = true;
        while (goOn && clock.instant().isBefore(end)) {
            Instant next = clock.instant().plus(every);
            goOn = sampleUntil(next.isBefore(end) ? next : end, snapshots, progress);
        }
        return snapshots;
    }

    private boolean sampleUntil(Instant next, List<Snapshot> snapshots, Consumer<Snapshot> progress) {
        long busy = 0;
        long samples = 0;
        boolean goOn = true;
        while (goOn && clock.instant().isBefore(next)) {
            Duration left = Duration.between(clock.instant(), next);
            goOn = pause.of(left.compareTo(SAMPLE) < 0 ? left : SAMPLE);
            busy += reader.busySessions();
            samples++;
        }
        keep(reader.read(samples == 0 ? 0 : (double) busy / samples), snapshots, progress);
        return goOn;
    }

    private void keep(Snapshot snapshot, List<Snapshot> snapshots, Consumer<Snapshot> progress) {
        sink.append(snapshot);
        snapshots.add(snapshot);
        progress.accept(snapshot);
    }
}
