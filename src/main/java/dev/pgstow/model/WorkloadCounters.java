package dev.pgstow.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Counters of the whole server, or the difference of two readings. Times are in seconds, summed over sessions.
 *
 * @param blocksRead not found in shared buffers
 * @param readSeconds time sessions waited for block reads; 0 and meaningless when track_io_timing is off
 * @param writeSeconds likewise for block writes and extensions by client backends
 * @param activeSeconds time sessions spent executing statements ({@code pg_stat_database.active_time}, 14+)
 * @param blocksWritten relation blocks written or extended by backends and the background writer, not the checkpointer
 * @param wal the write-ahead log
 * @param io the rows of {@code pg_stat_io} that count anything; empty before 16
 * @param kernelReadBytes read from devices by statements, by {@code pg_stat_kcache}; null where that is not at work
 * @param machine of the server, where pgstow runs on it
 */
public record WorkloadCounters(
        long commits,
        long rollbacks,
        long blocksRead,
        long blocksHit,
        double readSeconds,
        double writeSeconds,
        @Nullable Double activeSeconds,
        long blocksWritten,
        Wal wal,
        long temporaryFiles,
        long temporaryBytes,
        Checkpoints checkpoints,
        List<IoCounters> io,
        @Nullable Long kernelReadBytes,
        @Nullable MachineCounters machine) {
    /** Nothing counted. */
    public static final WorkloadCounters ZERO = new WorkloadCounters(
            0, 0, 0, 0, 0, 0, null, 0, new Wal(0, 0, 0, 0, null), 0, 0, Checkpoints.NONE, List.of(), null, null);

    /**
     * The write-ahead log.
     *
     * @param records and full page images: 14+, else 0
     * @param syncs flushes
     * @param seconds time waited for writes and flushes; absent where the server does not time them
     */
    public record Wal(
            long bytes,
            long records,
            long fullPageImages,
            long syncs,
            @Nullable Double seconds) {
        private Wal plus(Wal other, int sign) {
            return new Wal(
                    bytes + sign * other.bytes,
                    records + sign * other.records,
                    fullPageImages + sign * other.fullPageImages,
                    syncs + sign * other.syncs,
                    sum(seconds, other.seconds, sign));
        }
    }

    public WorkloadCounters {
        Objects.requireNonNull(wal, "wal");
        Objects.requireNonNull(checkpoints, "checkpoints");
        io = List.copyOf(io);
    }

    public WorkloadCounters minus(WorkloadCounters earlier) {
        return plus(earlier, -1);
    }

    public WorkloadCounters plus(WorkloadCounters other) {
        return plus(other, 1);
    }

    /** Without what a database counted, such as one that is gone with its counters. */
    public WorkloadCounters without(DatabaseSample database) {
        return new WorkloadCounters(
                commits - database.commits(),
                rollbacks - database.rollbacks(),
                blocksRead - database.blocksRead(),
                blocksHit - database.blocksHit(),
                readSeconds - database.readSeconds(),
                writeSeconds - database.writeSeconds(),
                activeSeconds == null ? null : activeSeconds - database.activeSeconds(),
                blocksWritten,
                wal,
                temporaryFiles - database.temporaryFiles(),
                temporaryBytes - database.temporaryBytes(),
                checkpoints,
                io,
                kernelReadBytes,
                machine);
    }

    /** Whether a counter of PostgreSQL's own is below zero, which in a difference means that it began anew in between. */
    public boolean anyNegative() {
        return (commits
                        | rollbacks
                        | blocksRead
                        | blocksHit
                        | blocksWritten
                        | wal.bytes
                        | wal.records
                        | temporaryFiles
                        | checkpoints.all()
                        | checkpoints.blocksWritten())
                < 0;
    }

    /** The machine counts since it started, whatever becomes of the server's counters. */
    public WorkloadCounters withoutMachine() {
        return new WorkloadCounters(
                commits,
                rollbacks,
                blocksRead,
                blocksHit,
                readSeconds,
                writeSeconds,
                activeSeconds,
                blocksWritten,
                wal,
                temporaryFiles,
                temporaryBytes,
                checkpoints,
                io,
                kernelReadBytes,
                null);
    }

    private WorkloadCounters plus(WorkloadCounters other, int sign) {
        return new WorkloadCounters(
                commits + sign * other.commits,
                rollbacks + sign * other.rollbacks,
                blocksRead + sign * other.blocksRead,
                blocksHit + sign * other.blocksHit,
                readSeconds + sign * other.readSeconds,
                writeSeconds + sign * other.writeSeconds,
                sum(activeSeconds, other.activeSeconds, sign),
                blocksWritten + sign * other.blocksWritten,
                wal.plus(other.wal, sign),
                temporaryFiles + sign * other.temporaryFiles,
                temporaryBytes + sign * other.temporaryBytes,
                checkpoints.plus(other.checkpoints, sign),
                io(other.io, sign),
                sum(kernelReadBytes, other.kernelReadBytes, sign),
                machine == null || other.machine == null ? null : machine.plus(other.machine, sign));
    }

    /** Rows that one side lacks counted nothing there. */
    private List<IoCounters> io(List<IoCounters> others, int sign) {
        List<IoCounters> sums = new ArrayList<>();
        for (IoCounters row : io) {
            sums.add(others.stream()
                    .filter(row::isAs)
                    .findFirst()
                    .map(other -> row.plus(other, sign))
                    .orElse(row));
        }
        if (sign > 0) {
            others.stream().filter(other -> io.stream().noneMatch(other::isAs)).forEach(sums::add);
        }
        return sums;
    }

    private static @Nullable Long sum(@Nullable Long one, @Nullable Long other, int sign) {
        return one == null || other == null ? null : one + sign * other;
    }

    private static @Nullable Double sum(@Nullable Double one, @Nullable Double other, int sign) {
        return one == null || other == null ? null : one + sign * other;
    }
}
