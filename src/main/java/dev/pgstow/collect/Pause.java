package dev.pgstow.collect;

import java.time.Duration;

/** Lets time pass; returns early and false when the collection shall end. */
public interface Pause {
    boolean of(Duration duration);
}
