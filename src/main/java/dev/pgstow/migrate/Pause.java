package dev.pgstow.migrate;

import java.time.Duration;

/** Lets time pass; returns early when the run is asked to stop. */
@FunctionalInterface
public interface Pause {
    void of(Duration span);
}
