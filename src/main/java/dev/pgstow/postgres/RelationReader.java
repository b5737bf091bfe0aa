package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Counters;
import dev.pgstow.model.RelationSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jooq.DSLContext;
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
        each(tables(sql), row -> relations.add(sample(row, CountersQuery.table(row))));
        int tables = relations.size();
        Map<Long, Counters> through = new HashMap<>();
        each(indexes(sql), row -> {
            Counters counters = CountersQuery.index(row);
            relations.add(sample(row, counters));
            if (counters.indexScans() + counters.tuplesFetched() > 0) {
                through.merge(row.get(PG_INDEX.INDRELID), CountersQuery.throughIndex(counters), Counters::plus);
            }
        });
        for (int t = 0; t < tables; t++) {
            RelationSample table = relations.get(t);
            Counters more = through.get(table.relation().oid());
            if (more != null) {
                relations.set(
                        t, new RelationSample(table.relation(), table.counters().plus(more)));
            }
        }
        return relations;
    }

    static ResultQuery<?> tables(DSLContext sql) {
        return sql.select(RelationQuery.fields())
                .select(CountersQuery.ofTables())
                .from(CountersQuery.withToastIndex(RelationQuery.tables()))
                .where(PG_CLASS.RELKIND.in("r", "m", "p"))
                .and(RelationQuery.ofUsers());
    }

    static ResultQuery<?> indexes(DSLContext sql) {
        return sql.select(RelationQuery.fields())
                .select(RelationQuery.indexFields())
                .select(PG_INDEX.INDRELID)
                .select(CountersQuery.ofIndexes())
                .from(RelationQuery.indexes())
                .where(PG_CLASS.RELKIND.in("i", "I"))
                .and(RelationQuery.ofUsers());
    }

    private RelationSample sample(Record row, Counters counters) {
        return new RelationSample(query.relation(row, null, ByteSize.ZERO), counters);
    }

    private static void each(ResultQuery<?> rows, Consumer<Record> to) {
        try (var cursor = rows.fetchSize(FETCH).fetchLazy()) {
            cursor.forEach(to);
        }
    }
}
