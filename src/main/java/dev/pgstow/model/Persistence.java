package dev.pgstow.model;

/** {@code pg_class.relpersistence}. Temporary relations are never seen by pgstow. */
public enum Persistence {
    PERMANENT,
    UNLOGGED;

    public static Persistence of(String relpersistence) {
        return relpersistence.equals("u") ? UNLOGGED : PERMANENT;
    }
}
