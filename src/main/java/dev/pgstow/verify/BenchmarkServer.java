package dev.pgstow.verify;

/** The server under the benchmark, as far as the benchmark itself deals with it. */
public interface BenchmarkServer {
    Conditions conditions();

    /** Writes what is dirty, so that no run pays for the one before; false when this role may not. */
    boolean checkpoint();
}
