package dev.pgstow.advise;

/**
 * What the model says of a placement.
 *
 * @param limit what limits it, in words
 */
record Throughput(double tps, String limit) {}
