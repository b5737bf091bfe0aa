package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_STAT_IO;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_WAL;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.sum;

import dev.pgstow.model.WorkloadCounters.Wal;
import java.math.BigDecimal;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;

/** Reads what the server counts of its write-ahead log: in pg_stat_wal from 14 on, its flushes in pg_stat_io from 18 on. */
final class WalReader {
    private final DSLContext sql;
    private final CatalogColumns columns;
    private final boolean timed;

    WalReader(DSLContext sql, CatalogColumns columns, boolean timed) {
        this.sql = sql;
        this.columns = columns;
        this.timed = timed;
    }

    Wal read() {
        Flushes flushes = flushes();
        long records = 0;
        long images = 0;
        if (columns.has(PG_STAT_WAL)) {
            Record row = sql.select(PG_STAT_WAL.WAL_RECORDS, PG_STAT_WAL.WAL_FPI)
                    .from(PG_STAT_WAL)
                    .fetchSingle();
            records = row.get(PG_STAT_WAL.WAL_RECORDS);
            images = row.get(PG_STAT_WAL.WAL_FPI);
        }
        return new Wal(bytes(), records, images, flushes.number, timed ? flushes.seconds : null);
    }

    /** @param seconds null where they are never timed */
    private record Flushes(
            long number, @org.jspecify.annotations.Nullable Double seconds) {}

    private Flushes flushes() {
        if (columns.has(PG_STAT_WAL.WAL_SYNC)) {
            Record row = sql.select(PG_STAT_WAL.WAL_SYNC, PG_STAT_WAL.WAL_WRITE_TIME, PG_STAT_WAL.WAL_SYNC_TIME)
                    .from(PG_STAT_WAL)
                    .fetchSingle();
            return new Flushes(
                    row.get(PG_STAT_WAL.WAL_SYNC),
                    (row.get(PG_STAT_WAL.WAL_WRITE_TIME) + row.get(PG_STAT_WAL.WAL_SYNC_TIME)) / 1000);
        }
        if (columns.has(PG_STAT_IO.FSYNC_TIME)) {
            Record row = sql.select(sum(PG_STAT_IO.FSYNCS), sum(PG_STAT_IO.WRITE_TIME), sum(PG_STAT_IO.FSYNC_TIME))
                    .from(PG_STAT_IO)
                    .where(PG_STAT_IO.OBJECT.eq("wal"))
                    .fetchSingle();
            return new Flushes(
                    WorkloadReader.count(row, 0), WorkloadReader.seconds(row, 1) + WorkloadReader.seconds(row, 2));
        }
        return new Flushes(0, null);
    }

    private long bytes() {
        Field<BigDecimal> position = field(
                "pg_catalog.pg_wal_lsn_diff(case when pg_catalog.pg_is_in_recovery() then"
                        + " pg_catalog.pg_last_wal_replay_lsn() else pg_catalog.pg_current_wal_lsn() end, '0/0')",
                BigDecimal.class);
        return WorkloadReader.count(sql.select(position).fetchSingle(), 0);
    }
}
