package dev.pgstow.migrate;

import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Tablespace;
import dev.pgstow.plan.Move;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The server as a run sees it. All sessions behind it carry the run's name, {@code pgstow migrate RUN}. It waits only where
 * {@link #attempt} says so; every other call answers within seconds.
 */
public interface MoveSession extends AutoCloseable {
    ServerFacts server();

    /** The relation as the catalog has it at this moment. */
    Optional<Relation> find(RelationName name);

    Rights rights(Relation relation, String target);

    /** Tablespaces with what is used of them, 0 where this role may not see it. */
    List<Tablespace> tablespaces();

    /** Sessions whose snapshot or transaction a REINDEX CONCURRENTLY in this database would wait for, oldest first. */
    List<Blocker> oldTransactions(String database);

    /** Who holds a lock that the move's own would have to wait for. */
    List<Blocker> holders(Move move);

    /** Invalid {@code _ccnew} and {@code _ccold} indexes of this one, none of them in use by a rebuild that runs. */
    List<Leftover> leftovers(RelationName index);

    /** Drops one with a short lock_timeout; false when it could not be had. */
    boolean drop(Leftover leftover, AttemptTerms terms);

    /** The statement that drops it, for people. */
    String dropStatement(Leftover leftover);

    /** Executes the move's statement once. Progress comes about once a second, in another thread. */
    Attempt attempt(Move move, AttemptTerms terms, Consumer<Progress> progress);

    /** Cancels, in the server, what {@link #attempt} executes at this moment in another thread. */
    void cancel();

    /**
     * Sessions of pgstow's moving commands other than our own, of an earlier process of this run or of another run. Visible to every role.
     */
    List<Blocker> otherRuns();

    /** Takes the lock that only one run holds; false when another session has it. Held until {@link #close}. */
    boolean lockRun();

    @Override
    void close();
}
