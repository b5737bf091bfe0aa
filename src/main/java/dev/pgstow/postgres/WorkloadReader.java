package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_STAT_BGWRITER;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_IO;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_WAL;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.sum;

import dev.pgstow.model.WorkloadCounters;
import java.math.BigDecimal;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Reads the counters of the whole server from the views and columns that this server has. */
final class WorkloadReader {
    private final DSLContext sql;
    private final CatalogColumns columns;
    private final boolean walTimed;

    /**
     * Makes a reader.
     *
     * @param walTimed whether track_wal_io_timing is on; without it the times of WAL writes are zeros that mean nothing
     */
    WorkloadReader(DSLContext sql, CatalogColumns columns, boolean walTimed) {
        this.sql = sql;
        this.columns = columns;
        this.walTimed = walTimed;
    }

    WorkloadCounters read() {
        var db = PG_STAT_DATABASE;
        boolean active = columns.has(db.ACTIVE_TIME);
        Record row = sql.select(
                        sum(db.XACT_COMMIT),
                        sum(db.XACT_ROLLBACK),
                        sum(db.BLKS_READ),
                        sum(db.BLK_READ_TIME),
                        sum(db.BLK_WRITE_TIME),
                        sum(db.TEMP_BYTES),
                        active ? sum(db.ACTIVE_TIME) : inline((BigDecimal) null))
                .from(db)
                .where(db.DATNAME.isNotNull())
                .fetchSingle();
        Wal wal = wal();
        return new WorkloadCounters(
                count(row.get(0, BigDecimal.class)),
                count(row.get(1, BigDecimal.class)),
                count(row.get(2, BigDecimal.class)),
                seconds(row.get(3, BigDecimal.class)),
                seconds(row.get(4, BigDecimal.class)),
                active ? seconds(row.get(6, BigDecimal.class)) : null,
                blocksWritten(),
                walBytes(),
                wal.syncs,
                wal.seconds,
                count(row.get(5, BigDecimal.class)));
    }

    /** Written or extended by all but the checkpointer (16+: pg_stat_io; before: pg_stat_bgwriter). */
    private long blocksWritten() {
        if (columns.has(PG_STAT_IO.WRITES)) {
            return count(sql.select(
                            sum(coalesce(PG_STAT_IO.WRITES, inline(0L)).plus(coalesce(PG_STAT_IO.EXTENDS, inline(0L)))))
                    .from(PG_STAT_IO)
                    .where(PG_STAT_IO.OBJECT.eq("relation"))
                    .and(PG_STAT_IO.BACKEND_TYPE.ne("checkpointer"))
                    .fetchSingle(0, BigDecimal.class));
        }
        return sql.select(PG_STAT_BGWRITER.BUFFERS_CLEAN.plus(PG_STAT_BGWRITER.BUFFERS_BACKEND))
                .from(PG_STAT_BGWRITER)
                .fetchSingle(0, Long.class);
    }

    private long walBytes() {
        Field<BigDecimal> position = field(
                "pg_catalog.pg_wal_lsn_diff(case when pg_catalog.pg_is_in_recovery() then"
                        + " pg_catalog.pg_last_wal_replay_lsn() else pg_catalog.pg_current_wal_lsn() end, '0/0')",
                BigDecimal.class);
        return count(sql.select(position).fetchSingle(0, BigDecimal.class));
    }

    private record Wal(long syncs, @Nullable Double seconds) {}

    /** Flushes of WAL: pg_stat_wal from 14 to 17, pg_stat_io from 18, not counted before. */
    private Wal wal() {
        if (columns.has(PG_STAT_WAL.WAL_SYNC)) {
            Record row = sql.select(PG_STAT_WAL.WAL_SYNC, PG_STAT_WAL.WAL_WRITE_TIME, PG_STAT_WAL.WAL_SYNC_TIME)
                    .from(PG_STAT_WAL)
                    .fetchSingle();
            double time = row.get(PG_STAT_WAL.WAL_WRITE_TIME) + row.get(PG_STAT_WAL.WAL_SYNC_TIME);
            return new Wal(row.get(PG_STAT_WAL.WAL_SYNC), walTimed ? time / 1000 : null);
        }
        if (columns.has(PG_STAT_IO.FSYNC_TIME)) {
            Record row = sql.select(sum(PG_STAT_IO.FSYNCS), sum(PG_STAT_IO.WRITE_TIME), sum(PG_STAT_IO.FSYNC_TIME))
                    .from(PG_STAT_IO)
                    .where(PG_STAT_IO.OBJECT.eq("wal"))
                    .fetchSingle();
            double time = seconds(row.get(1, BigDecimal.class)) + seconds(row.get(2, BigDecimal.class));
            return new Wal(count(row.get(0, BigDecimal.class)), walTimed ? time : null);
        }
        return new Wal(0, null);
    }

    private static long count(@Nullable BigDecimal value) {
        return value == null ? 0 : value.longValue();
    }

    private static double seconds(@Nullable BigDecimal milliseconds) {
        return milliseconds == null ? 0 : milliseconds.doubleValue() / 1000;
    }
}
