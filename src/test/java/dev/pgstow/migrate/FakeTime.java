package dev.pgstow.migrate;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A clock that goes on only when somebody pauses or works. */
final class FakeTime {
    final List<Duration> pauses = new ArrayList<>();
    Instant now = Instant.parse("2026-08-12T02:00:00Z");
    boolean stopped;
    Runnable atPause = () -> {};

    RunTime time() {
        Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
        return new RunTime(clock, this::pause, this::pause, new Random(7), () -> stopped);
    }

    private void pause(Duration span) {
        pauses.add(span);
        pass(span);
        atPause.run();
    }

    void pass(Duration span) {
        now = now.plus(span);
    }
}
