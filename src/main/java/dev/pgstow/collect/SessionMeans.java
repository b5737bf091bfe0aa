package dev.pgstow.collect;

import dev.pgstow.model.Sessions;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The mean of sampled sessions, each part weighted by the time it stands for. */
final class SessionMeans {
    private final Map<String, Double> waits = new TreeMap<>();
    private double connected;
    private double busy;
    private double seconds;
    private boolean moving;

    void add(Sessions part, Duration time) {
        double weight = time.toMillis() / 1000d;
        connected += part.connected() * weight;
        busy += part.busy() * weight;
        part.waits().forEach((event, mean) -> waits.merge(event, mean * weight, Double::sum));
        seconds += weight;
        moving |= part.moving();
    }

    Sessions mean() {
        if (seconds == 0) {
            return Sessions.NONE;
        }
        Map<String, Double> means = new TreeMap<>();
        waits.forEach((event, sum) -> means.put(event, sum / seconds));
        return new Sessions(connected / seconds, busy / seconds, means, moving);
    }
}
