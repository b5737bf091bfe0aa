package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.function;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.name;

import dev.pgstow.model.Counters;
import dev.pgstow.postgres.catalog.tables.PgIndex;
import java.util.List;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;

/**
 * The counters of a relation by PostgreSQL's statistics functions, as the views {@code pg_statio_all_*} and {@code pg_stat_all_*}
 * are made of them. The views of tables also join and group all indexes, which for a hundred thousand relations takes longer than
 * all else; what the indexes of a table add to it is added here by {@link #throughIndex}.
 */
final class CountersQuery {
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

    private CountersQuery() {}

    /** To be selected of tables, from {@link #withToastIndex}. */
    static List<Field<Long>> ofTables() {
        return List.of(
                FETCHED,
                HIT,
                TOAST_FETCHED,
                TOAST_HIT,
                SCANS,
                RETURNED,
                TUPLES_FETCHED,
                INSERTED,
                UPDATED,
                DELETED,
                HOT);
    }

    /** To be selected of indexes. */
    static List<Field<Long>> ofIndexes() {
        return List.of(FETCHED, HIT, SCANS, TUPLES_FETCHED);
    }

    /** While a TOAST index is rebuilt there are two, of which one is valid. */
    static Table<?> withToastIndex(Table<?> tables) {
        return tables.leftJoin(TOAST_INDEX)
                .on(TOAST_INDEX.INDRELID.eq(PG_CLASS.RELTOASTRELID).and(TOAST_INDEX.INDISVALID));
    }

    /** Of a table, without what its indexes add. */
    static Counters table(Record row) {
        long hit = row.get(HIT);
        long toastHit = row.get(TOAST_HIT);
        return new Counters(
                row.get(FETCHED) - hit + row.get(TOAST_FETCHED) - toastHit,
                hit + toastHit,
                row.get(SCANS),
                row.get(RETURNED),
                0,
                row.get(TUPLES_FETCHED),
                row.get(INSERTED),
                row.get(UPDATED),
                row.get(DELETED),
                row.get(HOT));
    }

    static Counters index(Record row) {
        long hit = row.get(HIT);
        return new Counters(row.get(FETCHED) - hit, hit, 0, 0, row.get(SCANS), row.get(TUPLES_FETCHED), 0, 0, 0, 0);
    }

    /** What the counters of an index add to those of its table. */
    static Counters throughIndex(Counters index) {
        return new Counters(0, 0, 0, 0, index.indexScans(), index.tuplesFetched(), 0, 0, 0, 0);
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
