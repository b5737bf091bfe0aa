package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_STATIO_ALL_INDEXES;
import static dev.pgstow.postgres.catalog.Tables.PG_STATIO_ALL_TABLES;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ALL_INDEXES;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ALL_TABLES;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Counters;
import dev.pgstow.model.RelationSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.ResultQuery;

/**
 * Reads all relations of one database with their counters, in two queries whatever their number; their sizes are added by
 * {@link KnownSizes}. Temporary relations and those of the system schemas are left out; TOAST belongs to its table.
 */
final class RelationReader {
    /** Rows that the driver holds at once. */
    private static final int FETCH = 2000;

    private final DSLContext sql;
    private final RelationQuery query;

    /** @param sql in a transaction: without one the driver fetches all rows at once */
    RelationReader(DSLContext sql, String database) {
        this.sql = sql;
        this.query = new RelationQuery(database);
    }

    List<RelationSample> read() {
        List<RelationSample> relations = new ArrayList<>();
        each(tables(sql), relations, RelationReader::ofTable);
        each(indexes(sql), relations, RelationReader::ofIndex);
        return relations;
    }

    static ResultQuery<?> tables(DSLContext sql) {
        var io = PG_STATIO_ALL_TABLES;
        var stat = PG_STAT_ALL_TABLES;
        return sql.select(RelationQuery.fields())
                .select(io.HEAP_BLKS_READ, io.TOAST_BLKS_READ, io.TIDX_BLKS_READ)
                .select(io.HEAP_BLKS_HIT, io.TOAST_BLKS_HIT, io.TIDX_BLKS_HIT)
                .select(stat.SEQ_SCAN, stat.SEQ_TUP_READ, stat.IDX_SCAN, stat.IDX_TUP_FETCH)
                .select(stat.N_TUP_INS, stat.N_TUP_UPD, stat.N_TUP_DEL, stat.N_TUP_HOT_UPD)
                .from(RelationQuery.tables())
                .leftJoin(io)
                .on(io.RELID.eq(PG_CLASS.OID))
                .leftJoin(stat)
                .on(stat.RELID.eq(PG_CLASS.OID))
                .where(PG_CLASS.RELKIND.in("r", "m", "p"))
                .and(RelationQuery.ofUsers());
    }

    static ResultQuery<?> indexes(DSLContext sql) {
        var io = PG_STATIO_ALL_INDEXES;
        var stat = PG_STAT_ALL_INDEXES;
        return sql.select(RelationQuery.fields())
                .select(RelationQuery.indexFields())
                .select(io.IDX_BLKS_READ, io.IDX_BLKS_HIT, stat.IDX_SCAN, stat.IDX_TUP_FETCH)
                .from(RelationQuery.indexes())
                .leftJoin(io)
                .on(io.INDEXRELID.eq(PG_CLASS.OID))
                .leftJoin(stat)
                .on(stat.INDEXRELID.eq(PG_CLASS.OID))
                .where(PG_CLASS.RELKIND.in("i", "I"))
                .and(RelationQuery.ofUsers());
    }

    private static Counters ofTable(Record row) {
        var io = PG_STATIO_ALL_TABLES;
        var stat = PG_STAT_ALL_TABLES;
        return new Counters(
                number(row, io.HEAP_BLKS_READ) + number(row, io.TOAST_BLKS_READ) + number(row, io.TIDX_BLKS_READ),
                number(row, io.HEAP_BLKS_HIT) + number(row, io.TOAST_BLKS_HIT) + number(row, io.TIDX_BLKS_HIT),
                number(row, stat.SEQ_SCAN),
                number(row, stat.SEQ_TUP_READ),
                number(row, stat.IDX_SCAN),
                number(row, stat.IDX_TUP_FETCH),
                number(row, stat.N_TUP_INS),
                number(row, stat.N_TUP_UPD),
                number(row, stat.N_TUP_DEL),
                number(row, stat.N_TUP_HOT_UPD));
    }

    private static Counters ofIndex(Record row) {
        var io = PG_STATIO_ALL_INDEXES;
        var stat = PG_STAT_ALL_INDEXES;
        return new Counters(
                number(row, io.IDX_BLKS_READ),
                number(row, io.IDX_BLKS_HIT),
                0,
                0,
                number(row, stat.IDX_SCAN),
                number(row, stat.IDX_TUP_FETCH),
                0,
                0,
                0,
                0);
    }

    private void each(ResultQuery<?> rows, List<RelationSample> into, Function<Record, Counters> counters) {
        try (var cursor = rows.fetchSize(FETCH).fetchLazy()) {
            for (Record row : cursor) {
                into.add(new RelationSample(query.relation(row, null, ByteSize.ZERO), counters.apply(row)));
            }
        }
    }

    private static long number(Record row, Field<Long> field) {
        Long value = row.get(field);
        return value == null ? 0 : value;
    }
}
