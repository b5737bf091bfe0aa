package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ACTIVITY;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.when;

import dev.pgstow.model.Sessions;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record4;

/** Looks once at what client sessions do. A role without pg_read_all_stats sees that others are there, not what they do. */
final class SessionSampler {
    private static final String OURS = "pgstow";

    private SessionSampler() {}

    static Sessions now(DSLContext sql) {
        var activity = PG_STAT_ACTIVITY;
        Condition busy = activity.STATE
                .ne(inline("idle"))
                .or(activity.STATE_CHANGE.gt(
                        field("pg_catalog.clock_timestamp() - interval '1 second'", OffsetDateTime.class)));
        Field<String> wait = when(
                activity.STATE.eq(inline("active")).and(activity.WAIT_EVENT.isNotNull()),
                activity.WAIT_EVENT_TYPE.concat(inline(":")).concat(activity.WAIT_EVENT));
        Field<Boolean> move = coalesce(activity.APPLICATION_NAME, inline(""))
                .like(inline(OURS + " migrate%"))
                .or(coalesce(activity.APPLICATION_NAME, inline("")).like(inline(OURS + " undo%")))
                .and(activity.STATE.eq(inline("active")));
        int connected = 0;
        int working = 0;
        boolean moving = false;
        Map<String, Double> waits = new TreeMap<>();
        for (Record4<Boolean, String, Boolean, Integer> row : sql.select(
                        coalesce(field(busy), inline(false)), wait, coalesce(field(move), inline(false)), count())
                .from(activity)
                .where(activity.BACKEND_TYPE.eq(inline("client backend")))
                .and(activity.PID.ne(field("pg_catalog.pg_backend_pid()", Integer.class)))
                .groupBy(inline(1), inline(2), inline(3))
                .fetch()) {
            if (row.value3()) {
                moving = true;
                continue;
            }
            connected += row.value4();
            working += row.value1() ? row.value4() : 0;
            if (row.value2() != null) {
                waits.merge(row.value2(), (double) row.value4(), Double::sum);
            }
        }
        return new Sessions(connected, working, waits, moving);
    }
}
