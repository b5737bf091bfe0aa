package dev.pgstow.verify;

/** Runs one workload against one database. */
public interface WorkloadRunner {
    /** The program that does it, with its version, such as {@code pgbench 15.18}. */
    String driver();

    /**
     * Does every part of the workload once.
     *
     * @throws dev.pgstow.model.PgstowException naming the part that cannot work, in the server's words
     */
    void check();

    /**
     * Makes one run.
     *
     * @throws dev.pgstow.model.PgstowException when it ended early, so that its figures mean nothing
     */
    RunResult run(RunRequest request);
}
