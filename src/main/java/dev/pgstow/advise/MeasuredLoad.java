package dev.pgstow.advise;

/** A benchmark of the present placement: clients without think time, and the transactions per second they reached. */
public record MeasuredLoad(int clients, double tps) {
    public MeasuredLoad {
        if (clients < 1 || !(tps > 0)) {
            throw new IllegalArgumentException("not a load: " + clients + " clients, " + tps + " TPS");
        }
    }
}
