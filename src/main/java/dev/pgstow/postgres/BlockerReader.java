package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_LOCKS;
import static dev.pgstow.postgres.catalog.Tables.PG_NAMESPACE;
import static dev.pgstow.postgres.catalog.Tables.PG_PREPARED_XACTS;
import static dev.pgstow.postgres.catalog.Tables.PG_STAT_ACTIVITY;

import dev.pgstow.migrate.Blocker;
import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SelectJoinStep;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** Who keeps a move waiting, or would. Takes no relation lock. */
final class BlockerReader {
    /** Sessions that hold a snapshot only for a moment are not worth naming. */
    private static final double OLD_SECONDS = 5;

    private static final List<String> CONFLICT_WITH_SHARE = List.of(
            "RowExclusiveLock",
            "ShareUpdateExclusiveLock",
            "ShareRowExclusiveLock",
            "ExclusiveLock",
            "AccessExclusiveLock");
    private static final Field<Double> AGE = DSL.field(
                    "extract(epoch from clock_timestamp() - {0})", SQLDataType.DOUBLE, PG_STAT_ACTIVITY.XACT_START)
            .as("age");

    private final DSLContext sql;

    BlockerReader(DSLContext sql) {
        this.sql = sql;
    }

    /** Those that a backend waits for right now; the server gives pid 0 for a prepared transaction. */
    List<Blocker> blocking(int pid) {
        List<Blocker> blockers = new ArrayList<>(sessions()
                .where(DSL.condition("{0} = any (pg_blocking_pids({1}))", PG_STAT_ACTIVITY.PID, DSL.val(pid)))
                .orderBy(PG_STAT_ACTIVITY.XACT_START.asc().nullsLast())
                .fetch(BlockerReader::blocker));
        if (sql.fetchExists(DSL.selectOne().where(DSL.condition("0 = any (pg_blocking_pids({0}))", DSL.val(pid))))) {
            blockers.addAll(prepared(DSL.trueCondition()));
        }
        return blockers;
    }

    /** Those that hold a lock that conflicts with the one the move's statement takes. */
    List<Blocker> holding(Move move) {
        RelationName name = move.relation();
        Field<Long> relation = DSL.field(DSL.select(PG_CLASS.OID)
                .from(PG_CLASS)
                .join(PG_NAMESPACE)
                .on(PG_NAMESPACE.OID.eq(PG_CLASS.RELNAMESPACE))
                .where(PG_NAMESPACE.NSPNAME.eq(name.schema()))
                .and(PG_CLASS.RELNAME.eq(name.name())));
        Condition conflicting = PG_LOCKS.RELATION.eq(relation);
        if (move.method() == Method.REBUILD) {
            Field<Long> table =
                    DSL.field(DSL.select(PG_INDEX.INDRELID).from(PG_INDEX).where(PG_INDEX.INDEXRELID.eq(relation)));
            conflicting = conflicting.or(PG_LOCKS.RELATION.eq(table).and(PG_LOCKS.MODE.in(CONFLICT_WITH_SHARE)));
        }
        Condition granted = PG_LOCKS.LOCKTYPE
                .eq("relation")
                .and(PG_LOCKS.GRANTED)
                .and(PG_LOCKS.DATABASE.eq(DSL.field(
                        DSL.select(PG_DATABASE.OID).from(PG_DATABASE).where(PG_DATABASE.DATNAME.eq(name.database())))))
                .and(conflicting);
        return sessions()
                .where(PG_STAT_ACTIVITY.PID.in(
                        DSL.select(PG_LOCKS.PID).from(PG_LOCKS).where(granted)))
                .and(PG_STAT_ACTIVITY.PID.ne(DSL.field("pg_backend_pid()", Integer.class)))
                .orderBy(PG_STAT_ACTIVITY.XACT_START.asc().nullsLast())
                .fetch(BlockerReader::blocker);
    }

    /** Those whose snapshot a concurrent rebuild in the database waits for, and its prepared transactions. */
    List<Blocker> oldTransactions(String database, String exceptApplication) {
        List<Blocker> old = new ArrayList<>(sessions()
                .where(PG_STAT_ACTIVITY.DATNAME.eq(database))
                .and(PG_STAT_ACTIVITY.APPLICATION_NAME.ne(exceptApplication))
                .and(PG_STAT_ACTIVITY.BACKEND_TYPE.eq("client backend"))
                .and(PG_STAT_ACTIVITY.BACKEND_XMIN.isNotNull().or(PG_STAT_ACTIVITY.STATE.like("idle in transaction%")))
                .and(DSL.condition(
                        "{0} < clock_timestamp() - make_interval(secs => {1})",
                        PG_STAT_ACTIVITY.XACT_START, DSL.val(OLD_SECONDS)))
                .orderBy(PG_STAT_ACTIVITY.XACT_START.asc().nullsLast())
                .fetch(BlockerReader::blocker));
        old.addAll(prepared(PG_PREPARED_XACTS.DATABASE.eq(database)));
        return old;
    }

    /** Sessions of the whole cluster whose name begins so, ours and those of the same process left out. */
    List<Blocker> named(String prefix, List<Integer> except) {
        return sessions()
                .where(PG_STAT_ACTIVITY.APPLICATION_NAME.startsWith(prefix))
                .and(PG_STAT_ACTIVITY.PID.notIn(except))
                .orderBy(PG_STAT_ACTIVITY.PID)
                .fetch(BlockerReader::blocker);
    }

    private List<Blocker> prepared(Condition which) {
        return sql.select(PG_PREPARED_XACTS.GID, PG_PREPARED_XACTS.OWNER)
                .from(PG_PREPARED_XACTS)
                .where(which)
                .orderBy(PG_PREPARED_XACTS.PREPARED)
                .fetch(row -> new Blocker(0, row.value2(), row.value1(), "prepared", null));
    }

    private SelectJoinStep<? extends Record> sessions() {
        return sql.select(
                        PG_STAT_ACTIVITY.PID,
                        PG_STAT_ACTIVITY.USENAME,
                        PG_STAT_ACTIVITY.APPLICATION_NAME,
                        PG_STAT_ACTIVITY.BACKEND_TYPE,
                        PG_STAT_ACTIVITY.STATE,
                        AGE)
                .from(PG_STAT_ACTIVITY);
    }

    private static Blocker blocker(Record row) {
        @Nullable Double age = row.get(AGE);
        String application = text(row.get(PG_STAT_ACTIVITY.APPLICATION_NAME));
        return new Blocker(
                row.get(PG_STAT_ACTIVITY.PID),
                text(row.get(PG_STAT_ACTIVITY.USENAME)),
                application.isEmpty() && !"client backend".equals(row.get(PG_STAT_ACTIVITY.BACKEND_TYPE))
                        ? text(row.get(PG_STAT_ACTIVITY.BACKEND_TYPE))
                        : application,
                text(row.get(PG_STAT_ACTIVITY.STATE)),
                age == null ? null : Duration.ofMillis(Math.round(Math.max(0, age) * 1000)));
    }

    private static String text(@Nullable String value) {
        return Objects.requireNonNullElse(value, "");
    }
}
