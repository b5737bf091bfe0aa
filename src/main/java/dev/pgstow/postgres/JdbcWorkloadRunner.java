package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.verify.Latency;
import dev.pgstow.verify.RunRequest;
import dev.pgstow.verify.RunResult;
import dev.pgstow.verify.StatementList;
import dev.pgstow.verify.WorkloadRunner;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Runs a list of statements from within: one thread and one connection for each client, prepared statements, each its own
 * transaction. Read-only unless writing is allowed.
 */
public final class JdbcWorkloadRunner implements WorkloadRunner {
    private static final int STOP_SECONDS = 10;

    private final Connector connector;
    private final String database;
    private final StatementList workload;
    private final boolean allowWrites;
    private final BlockReads blockReads;
    private ParameterSource @Nullable [][] sources;

    public JdbcWorkloadRunner(Connector connector, String database, StatementList workload, boolean allowWrites) {
        this.connector = Objects.requireNonNull(connector, "connector");
        this.database = Objects.requireNonNull(database, "database");
        this.workload = Objects.requireNonNull(workload, "workload");
        this.allowWrites = allowWrites;
        this.blockReads = new BlockReads(connector, database);
    }

    @Override
    public String driver() {
        return "pgstow over JDBC";
    }

    /** Draws the samples and executes each statement once, in a transaction that is rolled back. */
    @Override
    public void check() {
        ParameterSource[][] drawn = sources();
        try (Connection connection = connector.open(database, WorkloadSession.APPLICATION_NAME)) {
            WorkloadSession session = WorkloadSession.prepare(connection, workload, drawn, !allowWrites);
            connection.setAutoCommit(false);
            for (int i = 0; i < drawn.length; i++) {
                check(session, i);
                connection.rollback();
            }
        } catch (SQLException e) {
            throw WorkloadFailure.statement("cannot check the workload", e);
        }
        blockReads.settle();
    }

    private void check(WorkloadSession session, int index) {
        try {
            session.execute(index, new SplittableRandom(index));
        } catch (SQLException e) {
            String name = workload.statements().get(index).name();
            throw WorkloadFailure.statement("statement '" + name + "' does not work", e);
        }
    }

    private ParameterSource[][] sources() {
        if (sources == null) {
            sources = new ParameterSampling(connector, database).sources(workload);
        }
        return sources;
    }

    @Override
    public RunResult run(RunRequest request) {
        ParameterSource[][] drawn = sources();
        long readBefore = blockReads.read();
        List<WorkloadClient> clients = new ArrayList<>();
        Instant startedAt = Instant.now();
        long start;
        try {
            SplittableRandom seeds = new SplittableRandom(request.seed());
            for (int i = 0; i < request.clients(); i++) {
                Connection connection = connector.open(database, WorkloadSession.APPLICATION_NAME);
                clients.add(new WorkloadClient(
                        WorkloadSession.prepare(connection, workload, drawn, !allowWrites), seeds.split()));
            }
            startedAt = Instant.now();
            start = System.nanoTime();
            execute(clients, start + request.duration().toNanos());
        } catch (SQLException e) {
            throw WorkloadFailure.statement("cannot prepare the workload", e);
        } finally {
            clients.forEach(WorkloadClient::close);
        }
        return result(clients, startedAt, start, readBefore);
    }

    private static void execute(List<WorkloadClient> clients, long deadline) {
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (WorkloadClient client : clients) {
                running.add(threads.submit(() -> client.runUntil(deadline)));
            }
            for (Future<?> client : running) {
                client.get();
            }
        } catch (InterruptedException e) {
            stop(clients, threads);
            throw WorkloadFailure.interrupted();
        } catch (ExecutionException e) {
            stop(clients, threads);
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "the run does not count, a client stopped: "
                            + WorkloadFailure.message(Objects.requireNonNullElse(e.getCause(), e)),
                    "Only serialization failures and deadlocks are counted and passed over.",
                    e);
        } finally {
            threads.shutdown();
        }
    }

    private static void stop(List<WorkloadClient> clients, ExecutorService threads) {
        clients.forEach(WorkloadClient::stop);
        threads.shutdown();
        try {
            if (!threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                // closing their connections ends them
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private RunResult result(List<WorkloadClient> clients, Instant startedAt, long start, long readBefore) {
        Histogram latencies = new Histogram(WorkloadClient.SIGNIFICANT_DIGITS);
        long failures = 0;
        long end = start;
        for (WorkloadClient client : clients) {
            latencies.add(client.microseconds());
            failures += client.failures();
            end = Math.max(end, client.endedAt());
        }
        long transactions = latencies.getTotalCount();
        if (transactions == 0) {
            throw new PgstowException(
                    ErrorCode.REFUSED, "no transaction succeeded in the run", "Make the runs longer with -T.");
        }
        blockReads.settle();
        double seconds = (end - start) / 1e9;
        double read = Math.max(0, blockReads.read() - readBefore);
        return new RunResult(
                startedAt,
                Duration.ofNanos(end - start),
                transactions / seconds,
                transactions,
                failures,
                latency(latencies),
                read / (transactions + failures));
    }

    private static Latency latency(Histogram microseconds) {
        return new Latency(
                microseconds.getMean() / 1e6,
                microseconds.getValueAtPercentile(50) / 1e6,
                microseconds.getValueAtPercentile(95) / 1e6,
                microseconds.getValueAtPercentile(99) / 1e6);
    }
}
