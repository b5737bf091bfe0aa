package dev.pgstow.profile;

/**
 * What a device does for others.
 *
 * @param share of the time that it had something to do, 0 to 1
 */
public record Busy(double readsPerSecond, double writesPerSecond, double share) {}
