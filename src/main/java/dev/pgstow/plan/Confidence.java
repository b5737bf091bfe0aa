package dev.pgstow.plan;

import java.util.Locale;

/** How far the observed interval can be trusted to stand for the workload. */
public enum Confidence {
    LOW,
    MEDIUM,
    HIGH;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
