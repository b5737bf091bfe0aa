package dev.pgstow.postgres;

import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationSample;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/** Reads the relations of one database through a short connection, with their counters on the standbys. */
final class DatabaseReader {
    /** Somebody who rewrites a catalog keeps all readers out. */
    private static final String PATIENCE = "set lock_timeout = '5s'";

    private final Connector primary;
    private final Map<Long, Known> known;
    private final Map<String, StandbyReader> standbys;
    private final List<String> expected;
    private final Consumer<String> gaps;

    /** What is known of a database from the snapshot before. */
    record Known(String database, KnownRelations relations, KnownSizes sizes) {
        private static Known nothing(String database) {
            return new Known(database, new KnownRelations(database), new KnownSizes());
        }

        private boolean isOf(String name) {
            return database.equals(name);
        }
    }

    /**
     * Makes a reader.
     *
     * @param known by the OID of the database; kept up to date
     * @param standbys by name; one that fails is taken out
     * @param gaps told what could not be read
     */
    DatabaseReader(
            Connector primary, Map<Long, Known> known, Map<String, StandbyReader> standbys, Consumer<String> gaps) {
        this.primary = primary;
        this.known = known;
        this.standbys = standbys;
        this.expected = List.copyOf(standbys.keySet());
        this.gaps = gaps;
    }

    /**
     * The relations of a database, each with its counters on the standbys that it was made for, zeros where one failed meanwhile; empty
     * when the database cannot be read.
     *
     * @throws PgstowException when it is the one that was named to connect to
     */
    Optional<List<RelationSample>> read(Database which) {
        String database = which.name();
        try (Connection connection = primary.open(database, "pgstow collect")) {
            return Optional.of(withStandbys(database, relations(connection, which)));
        } catch (PgstowException e) {
            if (database.equals(primary.database())) {
                throw e;
            }
            gaps.accept("database '" + database + "' was not read: " + e.getMessage());
        } catch (DataAccessException e) {
            if (!SqlState.of(e).isTimeout()) {
                throw e;
            }
            gaps.accept("database '" + database + "' was not read: somebody holds a lock on its catalog");
        } catch (SQLException e) {
            gaps.accept("database '" + database + "' was not read: " + e.getMessage());
        }
        return Optional.empty();
    }

    private List<RelationSample> relations(Connection connection, Database which) throws SQLException {
        String database = which.name();
        // what is known names the database, so another name needs another look
        Known before = known.compute(
                which.oid(), (oid, last) -> last != null && last.isOf(database) ? last : Known.nothing(database));
        begin(connection);
        ExecutorService beside = Executors.newSingleThreadExecutor();
        try {
            // to ask the file system for all sizes takes as long as all else: both at once
            Future<Map<Long, SizeReader.Size>> all =
                    before.sizes.areOld() ? beside.submit(() -> sizes(database)) : null;
            List<RelationSample> relations = before.relations.read(DSL.using(connection, SQLDialect.POSTGRES));
            connection.rollback();
            List<RelationSample> sized = all == null
                    ? before.sizes.complete(relations, new SizeReader(connection))
                    : before.sizes.complete(relations, result(all));
            return sized.stream()
                    .filter(sample -> KnownSizes.isWorthALine(sample.relation()))
                    .toList();
        } finally {
            beside.shutdownNow();
        }
    }

    private static void begin(Connection connection) throws SQLException {
        DSL.using(connection, SQLDialect.POSTGRES).execute(PATIENCE);
        connection.setReadOnly(true);
        connection.setAutoCommit(false);
    }

    private Map<Long, SizeReader.Size> sizes(String database) throws SQLException {
        try (Connection connection = primary.open(database, "pgstow collect")) {
            begin(connection);
            return new SizeReader(connection).read();
        }
    }

    private static Map<Long, SizeReader.Size> result(Future<Map<Long, SizeReader.Size>> future) throws SQLException {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while reading sizes");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new SQLException(e.getCause());
        }
    }

    private List<RelationSample> withStandbys(String database, List<RelationSample> relations) {
        if (expected.isEmpty()) {
            return relations;
        }
        List<Map<Long, Counters>> read =
                expected.stream().map(name -> onStandby(name, database)).toList();
        List<RelationSample> all = new ArrayList<>(relations.size());
        for (RelationSample sample : relations) {
            long oid = sample.relation().oid();
            List<Counters> counters = read.stream()
                    .map(each -> each.getOrDefault(oid, Counters.ZERO))
                    .toList();
            all.add(new RelationSample(sample.relation(), sample.counters(), counters));
        }
        return all;
    }

    private Map<Long, Counters> onStandby(String name, String database) {
        StandbyReader standby = standbys.get(name);
        try {
            return standby == null ? Map.of() : standby.read(database);
        } catch (PgstowException | DataAccessException e) {
            gaps.accept("standby '" + name + "' was not read: " + e.getMessage());
            standbys.remove(name);
            return Map.of();
        }
    }
}
