package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_BGWRITER;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_CHECKPOINTER;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_IO;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.sum;

import dev.pgstow.model.Checkpoints;
import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.IoCounters;
import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.WorkloadCounters;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Reads the counters of the whole server from the views and columns that this server has. */
final class WorkloadReader {
    private final DSLContext sql;
    private final CatalogColumns columns;
    private final WalReader wal;

    /**
     * Makes a reader.
     *
     * @param walTimed whether track_wal_io_timing is on; without it the times of WAL writes are zeros that mean nothing
     */
    WorkloadReader(DSLContext sql, CatalogColumns columns, boolean walTimed) {
        this.sql = sql;
        this.columns = columns;
        this.wal = new WalReader(sql, columns, walTimed);
    }

    /**
     * What every database of the cluster counted, templates included.
     *
     * @param read OIDs of those whose relations were read
     */
    List<DatabaseSample> databases(Set<Long> read) {
        var db = PG_STAT_DATABASE;
        return sql.select(PG_DATABASE.OID, db.STATS_RESET)
                .select(db.XACT_COMMIT, db.XACT_ROLLBACK, db.BLKS_READ, db.BLKS_HIT)
                .select(db.BLK_READ_TIME, db.BLK_WRITE_TIME)
                .select(columns.has(db.ACTIVE_TIME) ? db.ACTIVE_TIME : inline((Double) null))
                .select(db.TEMP_FILES, db.TEMP_BYTES)
                .from(PG_DATABASE)
                .leftJoin(db)
                .on(db.DATID.eq(PG_DATABASE.OID))
                .orderBy(PG_DATABASE.OID)
                .fetch(row -> new DatabaseSample(
                        row.get(PG_DATABASE.OID),
                        read.contains(row.get(PG_DATABASE.OID)),
                        instant(row.get(db.STATS_RESET)),
                        count(row, 2),
                        count(row, 3),
                        count(row, 4),
                        count(row, 5),
                        seconds(row, 6),
                        seconds(row, 7),
                        seconds(row, 8),
                        count(row, 9),
                        count(row, 10)));
    }

    static @Nullable Instant instant(@Nullable OffsetDateTime time) {
        return time == null ? null : time.toInstant();
    }

    /** Of the whole server, with the sums of these databases. */
    WorkloadCounters read(@Nullable MachineCounters machine, List<DatabaseSample> databases) {
        return new WorkloadCounters(
                databases.stream().mapToLong(DatabaseSample::commits).sum(),
                databases.stream().mapToLong(DatabaseSample::rollbacks).sum(),
                databases.stream().mapToLong(DatabaseSample::blocksRead).sum(),
                databases.stream().mapToLong(DatabaseSample::blocksHit).sum(),
                databases.stream().mapToDouble(DatabaseSample::readSeconds).sum(),
                databases.stream().mapToDouble(DatabaseSample::writeSeconds).sum(),
                columns.has(PG_STAT_DATABASE.ACTIVE_TIME)
                        ? databases.stream()
                                .mapToDouble(DatabaseSample::activeSeconds)
                                .sum()
                        : null,
                blocksWritten(),
                wal.read(),
                databases.stream().mapToLong(DatabaseSample::temporaryFiles).sum(),
                databases.stream().mapToLong(DatabaseSample::temporaryBytes).sum(),
                checkpoints(),
                columns.has(PG_STAT_IO) ? io() : List.of(),
                KernelReads.bytes(sql),
                machine);
    }

    /** Written or extended by all but the checkpointer (16+: pg_stat_io; before: pg_stat_bgwriter). */
    private long blocksWritten() {
        if (!columns.has(PG_STAT_IO.WRITES)) {
            return sql.select(PG_STAT_BGWRITER.BUFFERS_CLEAN.plus(PG_STAT_BGWRITER.BUFFERS_BACKEND))
                    .from(PG_STAT_BGWRITER)
                    .fetchSingle(0, Long.class);
        }
        // from 18 on one request may be of many blocks
        Field<BigDecimal> written = columns.has(PG_STAT_IO.WRITE_BYTES)
                ? sum(coalesce(PG_STAT_IO.WRITE_BYTES, inline(BigInteger.ZERO))
                                .plus(coalesce(PG_STAT_IO.EXTEND_BYTES, inline(BigInteger.ZERO))))
                        .div(8192)
                : sum(coalesce(PG_STAT_IO.WRITES, inline(0L)).plus(coalesce(PG_STAT_IO.EXTENDS, inline(0L))));
        return count(
                sql.select(written)
                        .from(PG_STAT_IO)
                        .where(PG_STAT_IO.OBJECT.eq("relation"))
                        .and(PG_STAT_IO.BACKEND_TYPE.ne("checkpointer"))
                        .fetchSingle(),
                0);
    }

    /** From a view of their own since 17. */
    private Checkpoints checkpoints() {
        if (columns.has(PG_STAT_CHECKPOINTER)) {
            var view = PG_STAT_CHECKPOINTER;
            return sql.select(view.NUM_TIMED, view.NUM_REQUESTED, view.BUFFERS_WRITTEN, view.WRITE_TIME, view.SYNC_TIME)
                    .from(view)
                    .fetchSingle(WorkloadReader::checkpoints);
        }
        var view = PG_STAT_BGWRITER;
        return sql.select(
                        view.CHECKPOINTS_TIMED,
                        view.CHECKPOINTS_REQ,
                        view.BUFFERS_CHECKPOINT,
                        view.CHECKPOINT_WRITE_TIME,
                        view.CHECKPOINT_SYNC_TIME)
                .from(view)
                .fetchSingle(WorkloadReader::checkpoints);
    }

    private static Checkpoints checkpoints(Record row) {
        return new Checkpoints(
                row.get(0, long.class),
                row.get(1, long.class),
                row.get(2, long.class),
                row.get(3, double.class) / 1000,
                row.get(4, double.class) / 1000);
    }

    private List<IoCounters> io() {
        var io = PG_STAT_IO;
        Field<BigInteger> readBytes = bytes(io.READ_BYTES, io.READS);
        Field<BigInteger> writeBytes = bytes(io.WRITE_BYTES, io.WRITES);
        Field<BigInteger> extendBytes = bytes(io.EXTEND_BYTES, io.EXTENDS);
        return sql.select(io.BACKEND_TYPE, io.OBJECT, io.CONTEXT)
                .select(io.READS, readBytes, io.READ_TIME)
                .select(io.WRITES, writeBytes, io.WRITE_TIME)
                .select(io.EXTENDS, extendBytes, io.EXTEND_TIME)
                .select(io.FSYNCS, io.FSYNC_TIME)
                .from(io)
                .where(coalesce(io.READS, inline(0L))
                        .plus(coalesce(io.WRITES, inline(0L)))
                        .plus(coalesce(io.EXTENDS, inline(0L)))
                        .plus(coalesce(io.FSYNCS, inline(0L)))
                        .gt(inline(0L)))
                .orderBy(io.BACKEND_TYPE, io.OBJECT, io.CONTEXT)
                .fetch(row -> new IoCounters(
                        row.get(io.BACKEND_TYPE),
                        row.get(io.OBJECT),
                        row.get(io.CONTEXT),
                        count(row, 3),
                        count(row, 4),
                        seconds(row, 5),
                        count(row, 6),
                        count(row, 7),
                        seconds(row, 8),
                        count(row, 9),
                        count(row, 10),
                        seconds(row, 11),
                        count(row, 12),
                        seconds(row, 13)));
    }

    private Field<BigInteger> bytes(Field<BigInteger> since18, Field<Long> operations) {
        return columns.has(since18)
                ? since18
                : operations.cast(BigInteger.class).mul(PG_STAT_IO.OP_BYTES.cast(BigInteger.class));
    }

    static long count(Record row, int column) {
        BigDecimal value = row.get(column, BigDecimal.class);
        return value == null ? 0 : value.longValue();
    }

    /** From milliseconds. */
    static double seconds(Record row, int column) {
        BigDecimal value = row.get(column, BigDecimal.class);
        return value == null ? 0 : value.doubleValue() / 1000;
    }
}
