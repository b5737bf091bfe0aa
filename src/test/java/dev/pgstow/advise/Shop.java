package dev.pgstow.advise;

import dev.pgstow.collect.Activities;
import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Checkpoints;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.Declared;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.RequestLatency;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.Tablespace;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import dev.pgstow.model.WorkloadCounters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A shop's cluster as the advisor sees it, made from what is true of it: reads per transaction, latencies, sizes. */
public final class Shop {
    static final int COMMITS = 1_000_000;

    private final List<RelationSample> relations = new ArrayList<>();
    private final List<Tier> tiers = new ArrayList<>();
    private final Map<String, String> settings =
            new HashMap<>(Map.of("track_io_timing", "on", "shared_buffers", "24MB", "bgwriter_delay", "200ms"));
    private String version = "18.6";
    private double readWait;
    private double clients = 1;
    private double tps = 600;
    private int snapshots = 10;
    private long seconds = 3600;

    public static RelationName name(String relation) {
        return new RelationName("shop", "public", relation);
    }

    /** The measured example: a table of 521 MiB with indexes of 64 and 90 MiB, everything on the slow tier. */
    public static Shop products() {
        return new Shop()
                .table("products", 521, 0.98)
                .index("products_pkey", "products", 64, 0.85)
                .index("products_gtin", "products", 90, 0.29);
    }

    /** {@code pg_default} on a tier "slow", {@code ts_fast} on a tier "fast" of some size. */
    public Shop onTwoTiers(double slowSeconds, double slowCap, double fastSeconds, double fastCap, double fastMiB) {
        tier("slow", "pg_default", slowSeconds, slowCap, null, true);
        tier("fast", "ts_fast", fastSeconds, fastCap, fastMiB, true);
        return this;
    }

    Shop tier(
            String name,
            String tablespace,
            double readSeconds,
            double cap,
            @org.jspecify.annotations.Nullable Double mebibytes,
            boolean durable) {
        tiers.add(new Tier(
                name,
                List.of(tablespace),
                "disk-" + name,
                durable,
                mebibytes == null ? null : ByteSize.ofMiB(mebibytes),
                new Reserve(0, ByteSize.ZERO),
                null,
                Declared.NONE,
                List.of(),
                profile(readSeconds, cap)));
        return this;
    }

    /** As if all tiers had turned out to lie on one device. */
    Shop onOneDevice() {
        tiers.replaceAll(tier -> new Tier(
                tier.name(),
                tier.tablespaces(),
                "/dev/sda",
                tier.durable(),
                tier.capacity(),
                tier.reserve(),
                tier.pricePerGibMonth(),
                tier.declared(),
                tier.pins(),
                tier.profile()));
        return this;
    }

    /** With relations that must lie on a tier. */
    Shop pinned(String name, String glob) {
        tiers.replaceAll(tier -> tier.name().equals(name)
                ? new Tier(
                        tier.name(),
                        tier.tablespaces(),
                        tier.device(),
                        tier.durable(),
                        tier.capacity(),
                        tier.reserve(),
                        tier.pricePerGibMonth(),
                        tier.declared(),
                        List.of(glob),
                        tier.profile())
                : tier);
        return this;
    }

    Shop withoutTablespaces(String name) {
        tiers.replaceAll(tier -> tier.name().equals(name) ? tier.withTablespaces(List.of()) : tier);
        return this;
    }

    /** Latency until the cap is reached, as a device with a limiter has it; single reads with pauses do not reach it. */
    static Profile profile(double readSeconds, double cap) {
        List<PatternResult> results = new ArrayList<>();
        for (int depth : new int[] {1, 2, 4, 8, 16, 32}) {
            double rate = Math.min(depth / readSeconds, cap);
            results.add(result(AccessPattern.RANDOM_READ, depth, rate, depth == 1 ? readSeconds : depth / rate));
            results.add(result(AccessPattern.RANDOM_WRITE, depth, rate / 2, 2 * depth / rate));
        }
        results.add(result(AccessPattern.SEQUENTIAL_READ, 1, 0.9 / readSeconds, readSeconds / 0.9));
        results.add(result(AccessPattern.APPEND, 1, 120_000, 8e-6));
        results.add(result(AccessPattern.SYNC_WRITE, 1, 0.25 / readSeconds, 4 * readSeconds));
        return new Profile(Instant.EPOCH, "test", true, List.of(), Limits.NONE, List.of(), null, results);
    }

    private static PatternResult result(AccessPattern pattern, int depth, double rate, double mean) {
        return PatternResult.of(pattern, depth, rate, new RequestLatency(mean, mean, mean, mean, mean));
    }

    Shop table(String name, double mebibytes, double readsPerTransaction) {
        return relation(name, RelationKind.TABLE, mebibytes, readsPerTransaction, null, null, Persistence.PERMANENT);
    }

    Shop index(String name, String table, double mebibytes, double readsPerTransaction) {
        IndexFacts facts = new IndexFacts(name(table), true, Set.of());
        return relation(name, RelationKind.INDEX, mebibytes, readsPerTransaction, facts, null, Persistence.PERMANENT);
    }

    Shop relation(
            String name,
            RelationKind kind,
            double mebibytes,
            double readsPerTransaction,
            @org.jspecify.annotations.Nullable IndexFacts index,
            @org.jspecify.annotations.Nullable String extension,
            Persistence persistence) {
        long read = Math.round(readsPerTransaction * COMMITS);
        // index scans all over: as many rows fetched by the table as by its indexes
        long fetched = index == null ? 0 : COMMITS;
        relations.add(new RelationSample(
                new Relation(
                        name(name),
                        kind,
                        16384 + relations.size(),
                        "pg_default",
                        ByteSize.ofMiB(mebibytes),
                        true,
                        persistence,
                        "shop",
                        index == null ? "heap" : "btree",
                        mebibytes * 5000,
                        index,
                        extension),
                new Counters(read, 10 * read, 0, 0, COMMITS, fetched, 0, 0, 0, 0)));
        return this;
    }

    /** As if the moves of a plan had been made: the same workload, other places. */
    Shop after(dev.pgstow.plan.Plan plan) {
        Map<RelationName, String> to = new HashMap<>();
        plan.moves().forEach(move -> to.put(move.relation(), move.to()));
        relations.replaceAll(each -> new RelationSample(
                at(
                        each.relation(),
                        to.getOrDefault(each.relation().name(), each.relation().tablespace())),
                each.counters()));
        return this;
    }

    Shop lying(String relation, String tablespace) {
        relations.replaceAll(each -> each.relation().name().equals(name(relation))
                ? new RelationSample(at(each.relation(), tablespace), each.counters())
                : each);
        return this;
    }

    private static Relation at(Relation relation, String tablespace) {
        return new Relation(
                relation.name(),
                relation.kind(),
                relation.oid(),
                tablespace,
                relation.size(),
                relation.sizeExact(),
                relation.persistence(),
                relation.owner(),
                relation.accessMethod(),
                relation.rows(),
                relation.index(),
                relation.extension());
    }

    /** What was measured with so many clients, with the time that one transaction waited for reads. */
    public Shop observed(double clients, double tps, double readSecondsPerTransaction) {
        this.clients = clients;
        this.tps = tps;
        this.readWait = readSecondsPerTransaction;
        return this;
    }

    Shop setting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    Shop version(String version) {
        this.version = version;
        return this;
    }

    Shop interval(int snapshots, long seconds) {
        this.snapshots = snapshots;
        this.seconds = seconds;
        return this;
    }

    public Tiers tiers() {
        return new Tiers(tiers);
    }

    /** Two snapshots with this activity between them. */
    public List<Snapshot> snapshots() {
        List<RelationSample> before = relations.stream()
                .map(each -> new RelationSample(each.relation(), Counters.ZERO))
                .toList();
        Instant to = Instant.parse("2026-11-30T12:00:00Z");
        // the counters stand for a million transactions, the interval for as long as they took
        long nanos = Math.round(COMMITS / tps * 1e9);
        Instant from = seconds == 3600 ? to.minusNanos(nanos) : to.minusSeconds(seconds);
        return List.of(snapshot(from, before, WorkloadCounters.ZERO), snapshot(to, relations, workload()));
    }

    private Snapshot snapshot(Instant takenAt, List<RelationSample> samples, WorkloadCounters workload) {
        return new Snapshot(
                takenAt,
                Instant.EPOCH,
                null,
                new Cluster("7421", ServerVersion.parse(version)),
                settings,
                tablespaces(),
                List.of(new Database("shop", 5, "pg_default", null)),
                List.of(new DatabaseSample(5, true, null, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
                samples,
                workload,
                new Sessions(clients, clients, Map.of(), false),
                List.of(),
                List.of());
    }

    private List<Tablespace> tablespaces() {
        List<Tablespace> tablespaces = new ArrayList<>();
        for (Tier tier : tiers) {
            for (String name : tier.tablespaces()) {
                ByteSize used = relations.stream()
                        .map(RelationSample::relation)
                        .filter(relation -> relation.tablespace().equals(name))
                        .map(Relation::size)
                        .reduce(ByteSize.ZERO, ByteSize::plus);
                tablespaces.add(new Tablespace(name, 1, "/" + name, used));
            }
        }
        return tablespaces;
    }

    private WorkloadCounters workload() {
        return new WorkloadCounters(
                COMMITS,
                0,
                relations.stream()
                        .mapToLong(each -> each.counters().blocksRead())
                        .sum(),
                0,
                readWait * COMMITS,
                0,
                null,
                0,
                new WorkloadCounters.Wal(0, 0, 0, 0, null),
                0,
                0,
                Checkpoints.NONE,
                List.of(),
                null,
                null);
    }

    Activity activity() {
        Activity counted = Activities.of(snapshots());
        return new Activity(
                counted.from(),
                counted.to(),
                counted.observed(),
                snapshots,
                counted.cluster(),
                counted.settings(),
                counted.tablespaces(),
                counted.databases(),
                counted.relations(),
                counted.workload(),
                counted.sessions(),
                counted.deviceReads(),
                counted.standbys(),
                counted.notes());
    }

    Advice advice(AdviseOptions options) {
        return Advisor.advise(activity(), tiers(), options, null);
    }
}
