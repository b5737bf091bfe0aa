package dev.pgstow.postgres;

import dev.pgstow.migrate.Attempt;
import dev.pgstow.migrate.AttemptTerms;
import dev.pgstow.migrate.Blocker;
import dev.pgstow.migrate.Leftover;
import dev.pgstow.migrate.MoveSession;
import dev.pgstow.migrate.Progress;
import dev.pgstow.migrate.Rights;
import dev.pgstow.migrate.ServerFacts;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Tablespace;
import dev.pgstow.plan.Move;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/** Moves relations of one cluster. All but {@link #cancel} belongs to one thread. */
public final class PostgresMoveSession implements MoveSession {
    /** How the sessions of every run are called; its name follows. */
    public static final String APPLICATION = "pgstow migrate ";

    private final MoveConnections connections;
    private final String application;
    private final Clock clock;
    private final StatementRenderer renderer = new StatementRenderer();
    private volatile boolean cancelAsked;
    private @Nullable ServerFacts facts;

    /** Opens nothing yet. @param application the name of the sessions, {@link #APPLICATION} and the run's */
    public PostgresMoveSession(Connector connector, String application, Clock clock) {
        this.connections = new MoveConnections(connector, application);
        this.application = application;
        this.clock = clock;
    }

    @Override
    public ServerFacts server() {
        if (facts == null) {
            facts = reading(() -> new ServerFactsReader(connections).read());
        }
        return facts;
    }

    @Override
    public Optional<Relation> find(RelationName name) {
        return reading(() -> catalog(name.database()).find(name));
    }

    @Override
    public Rights rights(Relation relation, String target) {
        return reading(() ->
                new RightsReader(connections.look(relation.name().database()).sql(), renderer).read(relation, target));
    }

    @Override
    public List<Tablespace> tablespaces() {
        return reading(() -> TablespaceSizes.all(connections.control().sql()));
    }

    @Override
    public List<Blocker> oldTransactions(String database) {
        return reading(() -> new BlockerReader(connections.control().sql()).oldTransactions(database, application));
    }

    @Override
    public List<Blocker> holders(Move move) {
        return reading(() ->
                new BlockerReader(connections.look(move.relation().database()).sql()).holding(move));
    }

    @Override
    public List<Leftover> leftovers(RelationName index) {
        return reading(() -> catalog(index.database()).leftovers(index));
    }

    @Override
    public boolean drop(Leftover leftover, AttemptTerms terms) {
        if (!reading(() -> catalog(leftover.name().database()).isThere(leftover))) {
            return true;
        }
        try {
            execute(connections.work(leftover.name().database()), renderer.drop(leftover), terms);
            return true;
        } catch (SQLException e) {
            if (Attempt.ending(ServerErrors.state(e)) == Attempt.Ending.LOST) {
                throw ServerErrors.of(e);
            }
            return false;
        }
    }

    @Override
    public String dropStatement(Leftover leftover) {
        return renderer.dropConcurrently(leftover) + ";";
    }

    @Override
    public Attempt attempt(Move move, AttemptTerms terms, Consumer<Progress> progress) {
        String database = move.relation().database();
        MoveConnections.Session worker = connections.work(database);
        Watchdog watchdog = new Watchdog(
                worker,
                connections.look(database).sql(),
                clock,
                terms.cancelAt(),
                () -> cancelAsked,
                move.to(),
                progress);
        long began = System.nanoTime();
        Attempt.Ending ending = Attempt.Ending.RETURNED;
        String state = "";
        String message = "";
        watchdog.start();
        try {
            execute(worker, renderer.move(move), terms);
        } catch (SQLException e) {
            state = ServerErrors.state(e);
            message = ServerErrors.message(e);
            ending = Attempt.ending(state);
        } finally {
            watchdog.end();
        }
        Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
        return new Attempt(ending, state, message, watchdog.blockers(), elapsed, watchdog.waited());
    }

    @Override
    public void cancel() {
        cancelAsked = true;
    }

    @Override
    public List<Blocker> otherRuns() {
        return reading(() -> new BlockerReader(connections.control().sql()).named(APPLICATION, connections.pids()));
    }

    @Override
    public boolean lockRun() {
        return reading(connections::lock);
    }

    @Override
    public void close() {
        connections.close();
    }

    private void execute(MoveConnections.Session session, String sql, AttemptTerms terms) throws SQLException {
        connections.timeouts(
                session,
                terms.lockTimeout().toMillis(),
                terms.statementTimeout().toMillis());
        try (Statement statement = session.connection().createStatement()) {
            // the driver would take braces in a name for its own escapes
            statement.setEscapeProcessing(false);
            statement.execute(sql);
        }
    }

    private MoveCatalog catalog(String database) {
        return new MoveCatalog(connections.look(database).sql(), database);
    }

    private static <T> T reading(Supplier<T> query) {
        try {
            return query.get();
        } catch (DataAccessException e) {
            throw ServerErrors.of(e);
        }
    }
}
