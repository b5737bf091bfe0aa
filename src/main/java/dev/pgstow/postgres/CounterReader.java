package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.function;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;

import dev.pgstow.model.Counters;
import dev.pgstow.postgres.catalog.tables.PgIndex;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.ResultQuery;

/**
 * Reads the counters of all relations by PostgreSQL's statistics functions, as the views {@code pg_statio_all_*} and
 * {@code pg_stat_all_*} are made of them. The views of tables also join and group all indexes, which for a hundred thousand relations
 * takes longer than all else. What the views add to a table for its indexes is left out here: it falls when an index is dropped.
 */
final class CounterReader {
    private static final PgIndex TOAST_INDEX = PG_INDEX.as("x");

    private static final Field<Long> HIT = counter("blocks_hit", PG_CLASS.OID).as("hit");
    private static final Field<Long> FETCHED =
            counter("blocks_fetched", PG_CLASS.OID).as("fetched");
    private static final Field<Long> TOAST_HIT = ofToast("blocks_hit").as("toast_hit");
    private static final Field<Long> TOAST_FETCHED = ofToast("blocks_fetched").as("toast_fetched");
    private static final Field<Long> SCANS = counter("numscans", PG_CLASS.OID).as("scans");
    private static final Field<Long> RETURNED =
            counter("tuples_returned", PG_CLASS.OID).as("returned");
    private static final Field<Long> TUPLES_FETCHED =
            counter("tuples_fetched", PG_CLASS.OID).as("tuples_fetched");
    private static final Field<Long> INSERTED =
            counter("tuples_inserted", PG_CLASS.OID).as("inserted");
    private static final Field<Long> UPDATED =
            counter("tuples_updated", PG_CLASS.OID).as("updated");
    private static final Field<Long> DELETED =
            counter("tuples_deleted", PG_CLASS.OID).as("deleted");
    private static final Field<Long> HOT =
            counter("tuples_hot_updated", PG_CLASS.OID).as("hot");

    /** Rows that the driver holds at once. */
    private static final int FETCH = 5000;

    private static final int XID_BITS = 32;

    /**
     * A relation's counters.
     *
     * @param version another one after any change of its rows in {@code pg_class} and {@code pg_index}, but for what VACUUM, ANALYZE
     *     and CREATE INDEX write over in place: {@code relpages}, {@code reltuples}, {@code relfrozenxid} and such
     * @param rows {@code reltuples}
     * @param pages {@code relpages}
     */
    record Counted(long version, double rows, int pages, Counters counters) {}

    private CounterReader() {}

    /**
     * Of the relations that {@link RelationQuery} is about, by OID.
     *
     * @param sql in a transaction: without one the driver fetches all rows at once
     */
    static Map<Long, Counted> read(DSLContext sql) {
        Map<Long, Counted> counted = new HashMap<>();
        each(tables(sql), row -> counted.put(row.get(PG_CLASS.OID), table(row)));
        each(indexes(sql), row -> counted.put(row.get(PG_CLASS.OID), index(row)));
        return counted;
    }

    /** While a TOAST index is rebuilt there are two, of which one is valid. */
    static ResultQuery<?> tables(DSLContext sql) {
        return sql.select(PG_CLASS.OID, PG_CLASS.XMIN, PG_CLASS.RELTUPLES, PG_CLASS.RELPAGES)
                .select(FETCHED, HIT, TOAST_FETCHED, TOAST_HIT, SCANS, RETURNED, TUPLES_FETCHED)
                .select(INSERTED, UPDATED, DELETED, HOT)
                .from(PG_CLASS)
                .leftJoin(TOAST_INDEX)
                .on(TOAST_INDEX.INDRELID.eq(PG_CLASS.RELTOASTRELID).and(TOAST_INDEX.INDISVALID))
                .where(PG_CLASS.RELKIND.in("r", "m", "p"))
                .and(RelationQuery.ofUsers());
    }

    static ResultQuery<?> indexes(DSLContext sql) {
        return sql.select(PG_CLASS.OID, PG_CLASS.XMIN, PG_CLASS.RELTUPLES, PG_CLASS.RELPAGES, PG_INDEX.XMIN)
                .select(FETCHED, HIT, SCANS, TUPLES_FETCHED)
                .from(PG_CLASS)
                .join(PG_INDEX)
                .on(PG_INDEX.INDEXRELID.eq(PG_CLASS.OID))
                .where(PG_CLASS.RELKIND.in("i", "I"))
                .and(RelationQuery.ofUsers());
    }

    private static Counted table(Record row) {
        long hit = row.get(HIT);
        long toastHit = row.get(TOAST_HIT);
        return new Counted(
                row.get(PG_CLASS.XMIN),
                row.get(PG_CLASS.RELTUPLES),
                row.get(PG_CLASS.RELPAGES),
                new Counters(
                        row.get(FETCHED) - hit + row.get(TOAST_FETCHED) - toastHit,
                        hit + toastHit,
                        row.get(SCANS),
                        row.get(RETURNED),
                        0,
                        row.get(TUPLES_FETCHED),
                        row.get(INSERTED),
                        row.get(UPDATED),
                        row.get(DELETED),
                        row.get(HOT)));
    }

    private static Counted index(Record row) {
        long hit = row.get(HIT);
        return new Counted(
                row.get(PG_CLASS.XMIN) << XID_BITS | row.get(PG_INDEX.XMIN),
                row.get(PG_CLASS.RELTUPLES),
                row.get(PG_CLASS.RELPAGES),
                new Counters(row.get(FETCHED) - hit, hit, 0, 0, row.get(SCANS), row.get(TUPLES_FETCHED), 0, 0, 0, 0));
    }

    private static void each(ResultQuery<?> rows, Consumer<Record> to) {
        try (var cursor = rows.fetchSize(FETCH).fetchLazy()) {
            cursor.forEach(to);
        }
    }

    /** The functions give 0 for a relation that is not there, and null for none. */
    private static Field<Long> ofToast(String counter) {
        return counter(counter, PG_CLASS.RELTOASTRELID)
                .plus(coalesce(counter(counter, TOAST_INDEX.INDEXRELID), inline(0L)));
    }

    private static Field<Long> counter(String counter, Field<Long> oid) {
        return function(name("pg_catalog", "pg_stat_get_" + counter), Long.class, oid);
    }
}
