package dev.pgstow.verify;

/** How long the transactions of a run took, in seconds. */
public record Latency(double mean, double p50, double p95, double p99) {}
