package dev.pgstow.collect;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Checkpoints;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.Storage;
import dev.pgstow.model.WorkloadCounters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes snapshots of a small shop, a part at a time. */
final class Snapshots {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    /** Lower OIDs are of what initdb made; here those below a thousand are counted from it. */
    private static final long FIRST_OF_USERS = 16384;

    private static final Instant LONG_AGO = START.minusSeconds(86_400);

    private final int second;
    private final List<RelationSample> relations = new ArrayList<>();
    private final List<String> standbys = new ArrayList<>();
    private final List<Database> databases = new ArrayList<>();
    private final List<DatabaseSample> samples = new ArrayList<>();
    private String database = "shop";
    private boolean read = true;
    private long commits;
    private long blocksRead;
    private long written;
    private Checkpoints checkpoints = Checkpoints.NONE;
    private @Nullable Instant serverReset = LONG_AGO;
    private @Nullable Instant databaseReset = LONG_AGO;
    private Instant started = LONG_AGO;
    private Sessions sessions = Sessions.NONE;

    private Snapshots(int second) {
        this.second = second;
        this.commits = 1000 + second;
    }

    static Snapshots at(int second) {
        return new Snapshots(second);
    }

    Snapshots table(String name, long oid, long blocksRead) {
        return table(name, oid, oid, "slow", new Counters(blocksRead, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    Snapshots table(String name, long oid, long fileNode, String tablespace, Counters counters) {
        return add(name, RelationKind.TABLE, oid, fileNode, tablespace, null, 1000, counters, List.of());
    }

    Snapshots index(String name, String table, long oid, long blocks, Counters counters) {
        IndexFacts facts = new IndexFacts(new RelationName(database, "public", table), true, Set.of());
        return add(name, RelationKind.INDEX, oid, oid, "slow", facts, blocks, counters, List.of());
    }

    /** A table of fifty rows a block and with TOAST. */
    Snapshots toasted(String name, long oid, long blocks, long toastBlocks, Counters counters) {
        return add(
                name,
                RelationKind.TABLE,
                oid,
                oid,
                "slow",
                null,
                ByteSize.ofBlocks(blocks),
                ByteSize.ofBlocks(toastBlocks),
                counters,
                List.of());
    }

    Snapshots readOnStandby(String name, long oid, long... blocks) {
        List<Counters> counters = new ArrayList<>();
        for (long read : blocks) {
            counters.add(new Counters(read, 0, 0, 0, 1, 0, 0, 0, 0, 0));
        }
        return add(name, RelationKind.TABLE, oid, oid, "slow", null, 1000, Counters.ZERO, counters);
    }

    Snapshots add(
            String name,
            RelationKind kind,
            long oid,
            long fileNode,
            String tablespace,
            @Nullable IndexFacts index,
            long blocks,
            Counters counters,
            List<Counters> onStandbys) {
        return add(
                name,
                kind,
                oid,
                fileNode,
                tablespace,
                index,
                ByteSize.ofBlocks(blocks),
                ByteSize.ZERO,
                counters,
                onStandbys);
    }

    private Snapshots add(
            String name,
            RelationKind kind,
            long oid,
            long fileNode,
            String tablespace,
            @Nullable IndexFacts index,
            ByteSize itsOwn,
            ByteSize toast,
            Counters counters,
            List<Counters> onStandbys) {
        Relation relation = new Relation(
                new RelationName(database, "public", name),
                kind,
                oid < 1000 ? FIRST_OF_USERS + oid : oid,
                tablespace,
                itsOwn.plus(toast),
                true,
                Persistence.PERMANENT,
                "owner",
                index == null ? "heap" : "btree",
                itsOwn.blocks() * 50d,
                index,
                null,
                new Storage(fileNode, toast, 100, null));
        relations.add(new RelationSample(relation, counters, onStandbys));
        return this;
    }

    /** The shop's database under another name. */
    Snapshots calling(String name) {
        database = name;
        return this;
    }

    /** The shop's database is there, but could not be read. */
    Snapshots unread() {
        read = false;
        return this;
    }

    /** Another database, with no relations but those that follow. */
    Snapshots another(String name, long oid, long itsCommits, long itsBlocksRead) {
        databases.add(new Database(name, oid, "pg_default", LONG_AGO));
        samples.add(sample(oid, true, LONG_AGO, itsCommits, itsBlocksRead));
        database = name;
        return this;
    }

    Snapshots standbys(String... names) {
        standbys.addAll(List.of(names));
        return this;
    }

    Snapshots commits(long number) {
        commits = number;
        return this;
    }

    Snapshots blocksRead(long number) {
        blocksRead = number;
        return this;
    }

    Snapshots written(long byOthers, long byCheckpointer, long checkpointsDone) {
        written = byOthers;
        checkpoints = new Checkpoints(checkpointsDone, 0, byCheckpointer, 0, 0);
        return this;
    }

    Snapshots crashed(int at) {
        serverReset = START.plusSeconds(at);
        databaseReset = null;
        return this;
    }

    Snapshots restarted(int at) {
        started = START.plusSeconds(at);
        return this;
    }

    Snapshots databaseReset(int at) {
        databaseReset = START.plusSeconds(at);
        return this;
    }

    /** As a database is called that was never reset, 15 and later. */
    Snapshots neverReset() {
        databaseReset = null;
        return this;
    }

    Snapshots sessions(double busy, boolean moving) {
        sessions = new Sessions(busy, busy, Map.of("IO:DataFileRead", busy / 2), moving);
        return this;
    }

    private static DatabaseSample sample(
            long oid, boolean wasRead, @Nullable Instant reset, long itsCommits, long itsBlocksRead) {
        return new DatabaseSample(oid, wasRead, reset, itsCommits, 0, itsBlocksRead, 0, 0, 0, 0, 0, 0);
    }

    Snapshot take() {
        databases.add(new Database(databases.isEmpty() ? database : "shop", 5, "pg_default", databaseReset));
        samples.add(sample(5, read, databaseReset, commits, blocksRead));
        return new Snapshot(
                START.plusSeconds(second),
                started,
                serverReset,
                new Cluster("7", new ServerVersion(180006)),
                Map.of("shared_buffers", "1000 x 8kB"),
                List.of(),
                databases,
                samples,
                relations,
                new WorkloadCounters(
                        samples.stream().mapToLong(DatabaseSample::commits).sum(),
                        0,
                        samples.stream().mapToLong(DatabaseSample::blocksRead).sum(),
                        0,
                        0,
                        0,
                        null,
                        written,
                        new WorkloadCounters.Wal(0, 0, 0, 0, null),
                        0,
                        0,
                        checkpoints,
                        List.of(),
                        null,
                        null),
                sessions,
                standbys,
                List.of());
    }
}
