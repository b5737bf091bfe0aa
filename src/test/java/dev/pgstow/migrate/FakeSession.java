package dev.pgstow.migrate;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Tablespace;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A server of which a test decides how each attempt ends; it moves a relation only when the attempt returns. */
final class FakeSession implements MoveSession {
    final FakeTime time;
    final Map<RelationName, Relation> relations = new LinkedHashMap<>();
    final Map<RelationName, Deque<Attempt.Ending>> script = new HashMap<>();
    final Map<RelationName, Duration> takes = new HashMap<>();
    final List<String> done = new ArrayList<>();
    final List<AttemptTerms> terms = new ArrayList<>();
    final List<Leftover> leftovers = new ArrayList<>();
    final Set<String> databases = new HashSet<>(Set.of("shop"));
    List<Blocker> holders = List.of();
    List<Blocker> old = List.of();
    List<Blocker> others = List.of();
    List<String> idleSlots = List.of();
    List<Tablespace> tablespaces = List.of();
    Rights rights = new Rights(true, false, true, true, true, "GRANT a", "GRANT b");
    ServerVersion version = new ServerVersion(180006);
    String product = "PostgreSQL 18.6 on x86_64";
    String systemIdentifier = "7";
    boolean inRecovery;
    boolean direct = true;
    boolean dropWorks = true;
    boolean lockFree = true;
    boolean liesAboutSuccess;
    boolean movedAnyway;
    int dropTries;
    private long nextOid = 900;

    FakeSession(FakeTime time) {
        this.time = time;
    }

    static RelationName name(String name) {
        return new RelationName("shop", "public", name);
    }

    void table(String name, String tablespace) {
        relation(name, RelationKind.TABLE, tablespace, null);
    }

    void index(String name, String tablespace) {
        relation(name, RelationKind.INDEX, tablespace, new IndexFacts(name("t"), true, Set.of()));
    }

    void relation(String name, RelationKind kind, String tablespace, IndexFacts index) {
        relations.put(
                name(name),
                new Relation(
                        name(name),
                        kind,
                        100 + relations.size(),
                        tablespace,
                        ByteSize.ofMiB(10),
                        true,
                        Persistence.PERMANENT,
                        "owner",
                        "heap",
                        10,
                        index,
                        null));
    }

    void ends(String name, Attempt.Ending... endings) {
        script.put(name(name), new ArrayDeque<>(List.of(endings)));
    }

    String placeOf(String name) {
        return relations.get(name(name)).tablespace();
    }

    @Override
    public ServerFacts server() {
        return new ServerFacts(
                new Cluster(systemIdentifier, version),
                product,
                inRecovery,
                direct,
                "mover",
                databases,
                Set.of("pg_default", "fast", "slow"),
                idleSlots,
                List.of());
    }

    @Override
    public Optional<Relation> find(RelationName name) {
        return Optional.ofNullable(relations.get(name));
    }

    @Override
    public Rights rights(Relation relation, String target) {
        return rights;
    }

    @Override
    public List<Tablespace> tablespaces() {
        return tablespaces;
    }

    @Override
    public List<Blocker> oldTransactions(String database) {
        return old;
    }

    @Override
    public List<Blocker> holders(Move move) {
        return holders;
    }

    @Override
    public List<Leftover> leftovers(RelationName index) {
        return leftovers.stream()
                .filter(leftover -> leftover.name().name().startsWith(index.name()))
                .toList();
    }

    @Override
    public boolean drop(Leftover leftover, AttemptTerms terms) {
        dropTries++;
        if (dropWorks) {
            leftovers.remove(leftover);
            done.add("drop " + leftover.name().name());
        }
        return dropWorks;
    }

    @Override
    public String dropStatement(Leftover leftover) {
        return "DROP " + leftover.name().name() + ";";
    }

    @Override
    public Attempt attempt(Move move, AttemptTerms terms, Consumer<Progress> progress) {
        this.terms.add(terms);
        Deque<Attempt.Ending> endings = script.getOrDefault(move.relation(), new ArrayDeque<>());
        Attempt.Ending ending = endings.isEmpty() ? Attempt.Ending.RETURNED : endings.removeFirst();
        Duration took = ending == Attempt.Ending.NO_LOCK
                ? terms.lockTimeout()
                : takes.getOrDefault(move.relation(), Duration.ofSeconds(1));
        time.pass(took);
        done.add(ending.name().toLowerCase(java.util.Locale.ROOT) + " "
                + move.relation().name());
        if ((ending == Attempt.Ending.RETURNED && !liesAboutSuccess) || movedAnyway) {
            moveNow(move);
        } else if (move.method() == Method.REINDEX && ending != Attempt.Ending.RETURNED) {
            leftovers.add(new Leftover(name(move.relation().name() + "_ccnew"), nextOid++, move.to()));
        }
        return new Attempt(
                ending,
                ending == Attempt.Ending.DISK_FULL ? "53100" : "XX000",
                "message",
                holders,
                took,
                Duration.ZERO);
    }

    void moveNow(Move move) {
        relations.computeIfPresent(
                move.relation(),
                (name, old) -> new Relation(
                        name,
                        old.kind(),
                        move.method() == Method.REINDEX ? nextOid++ : old.oid(),
                        move.to(),
                        old.size(),
                        true,
                        old.persistence(),
                        old.owner(),
                        old.accessMethod(),
                        old.rows(),
                        old.index(),
                        null));
    }

    @Override
    public void cancel() {}

    @Override
    public List<Blocker> otherRuns() {
        return others;
    }

    @Override
    public boolean lockRun() {
        return lockFree;
    }

    @Override
    public void close() {}
}
