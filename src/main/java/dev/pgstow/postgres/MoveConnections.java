package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.postgresql.PGConnection;

/**
 * The sessions of one run: in each database one that works and one that looks, opened when first needed. Once the run's lock
 * is taken, it is held in every database that a session of ours is in, so that two runs cannot meet whatever database they
 * were pointed at.
 */
final class MoveConnections implements AutoCloseable {
    /** Any number will do as long as no other program takes it. */
    private static final long RUN_LOCK = 0x7067_7374_6f77_0001L;

    private static final int LOOK_TIMEOUT_MILLIS = 2000;
    private static final int LOOK_LOCK_TIMEOUT_MILLIS = 500;

    private final Connector connector;
    private final String application;
    private final SessionSetup setup = new SessionSetup();
    private final Map<String, Session> lookers = new LinkedHashMap<>();
    private final Map<String, Session> workers = new LinkedHashMap<>();
    private final TreeSet<String> overridden = new TreeSet<>();
    private boolean locking;

    /** @param pid of its backend, as {@code pg_backend_pid()} has it */
    record Session(Connection connection, DSLContext sql, int pid, boolean direct) {}

    MoveConnections(Connector connector, String application) {
        this.connector = connector;
        this.application = application;
    }

    /** The session for reading in the database that was named on the command line. */
    Session control() {
        return look(connector.database());
    }

    Session look(String database) {
        Session session = lookers.get(database);
        if (session == null) {
            session = open(database);
            lookers.put(database, session);
            timeouts(session, LOOK_LOCK_TIMEOUT_MILLIS, LOOK_TIMEOUT_MILLIS);
            if (locking && !tryLock(session)) {
                throw new PgstowException(
                        ErrorCode.REFUSED,
                        "another run is at work in database '" + database + "'",
                        "Wait for it to end: two runs would spoil each other's order and space.");
            }
        }
        return session;
    }

    Session work(String database) {
        return workers.computeIfAbsent(database, this::open);
    }

    /** @param lockTimeout milliseconds, 0 for none; likewise the other */
    void timeouts(Session session, long lockTimeout, long statementTimeout) {
        try {
            setup.timeout(session.connection(), session.sql(), "lock_timeout", lockTimeout);
            setup.timeout(session.connection(), session.sql(), "statement_timeout", statementTimeout);
        } catch (SQLException e) {
            throw ServerErrors.of(e);
        }
    }

    /** Takes the run's lock in all databases, or in none. */
    boolean lock() {
        control();
        List<Session> locked = new ArrayList<>();
        for (Session session : lookers.values()) {
            if (!tryLock(session)) {
                locked.forEach(MoveConnections::unlock);
                return false;
            }
            locked.add(session);
        }
        locking = true;
        return true;
    }

    List<String> overridden() {
        return List.copyOf(overridden);
    }

    List<Integer> pids() {
        List<Integer> pids = new ArrayList<>();
        lookers.values().forEach(session -> pids.add(session.pid()));
        workers.values().forEach(session -> pids.add(session.pid()));
        return pids;
    }

    private Session open(String database) {
        Connection connection = connector.open(database, application);
        try {
            connection.setAutoCommit(true);
            DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES, new Settings().withExecuteLogging(false));
            int pid = pid(sql);
            overridden.addAll(setup.apply(connection, sql));
            // a pooler gives its own number to the client, and may give each statement to another backend
            boolean direct = connection.unwrap(PGConnection.class).getBackendPID() == pid && pid(sql) == pid;
            return new Session(connection, sql, pid, direct);
        } catch (SQLException | RuntimeException e) {
            close(connection);
            throw ServerErrors.of(e);
        }
    }

    private static int pid(DSLContext sql) {
        return sql.select(DSL.field("pg_backend_pid()", Integer.class))
                .fetchSingle()
                .value1();
    }

    private static boolean tryLock(Session session) {
        boolean taken = session.sql()
                .select(DSL.field("pg_try_advisory_lock({0})", Boolean.class, DSL.val(RUN_LOCK)))
                .fetchSingle()
                .value1();
        // that this backend has it, and not one behind a pooler that the statement happened to reach
        return taken && pid(session.sql()) == session.pid();
    }

    private static void unlock(Session session) {
        session.sql()
                .select(DSL.field("pg_advisory_unlock({0})", Boolean.class, DSL.val(RUN_LOCK)))
                .fetch();
    }

    @Override
    public void close() {
        workers.values().forEach(session -> close(session.connection()));
        lookers.values().forEach(session -> close(session.connection()));
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            // it is gone either way
        }
    }
}
