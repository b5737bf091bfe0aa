package dev.pgstow.model;

import java.util.Map;

/**
 * Client sessions other than our own, sampled once a second; means over the samples.
 *
 * @param connected sessions that are there, at work or not
 * @param busy sessions at work, or at work within the last second
 * @param waits sessions that waited, by what they waited for, such as {@code IO:DataFileRead} or {@code Lock:transactionid}
 * @param moving whether a move of pgstow was seen at work
 */
public record Sessions(double connected, double busy, Map<String, Double> waits, boolean moving) {
    /** Not sampled. */
    public static final Sessions NONE = new Sessions(0, 0, Map.of(), false);

    public Sessions {
        waits = Map.copyOf(waits);
    }
}
