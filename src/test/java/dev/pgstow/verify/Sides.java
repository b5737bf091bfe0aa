package dev.pgstow.verify;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.ServerVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Measured sides for tests: all alike but for what a test says. */
public final class Sides {
    public static final Instant START = Instant.parse("2026-11-30T02:00:00Z");
    public static final StatementList WORKLOAD = new StatementList(List.of(
            new WeightedStatement(
                    "by id", 70, "select * from products where id = ?", List.of(new Sampler.Uniform(1, 3_000_000))),
            new WeightedStatement(
                    "by gtin",
                    30,
                    "select *\nfrom products\nwhere gtin = ? and title <> ?",
                    List.of(
                            new Sampler.Sample("select gtin from products tablesample system (1)", 5000),
                            new Sampler.Constant("no: \"title\"\n")))));

    private Sides() {}

    public static Load load(Workload workload) {
        return new Load(workload, 4, 2, Duration.ofSeconds(10), Duration.ofSeconds(5), 5, false);
    }

    public static Conditions conditions() {
        return new Conditions(
                new Cluster("7421", new ServerVersion(180006)),
                "shop",
                START.minusSeconds(3600),
                Map.of("shared_buffers", "128MB", "jit", "off"));
    }

    public static Baseline of(double... tps) {
        return of(load(WORKLOAD), tps);
    }

    public static Baseline of(Load load, double... tps) {
        List<RunResult> runs = new ArrayList<>();
        for (double each : tps) {
            runs.add(run(each, 2));
        }
        return with(load, conditions(), runs);
    }

    public static Baseline with(Load load, Conditions conditions, List<RunResult> runs) {
        return new Baseline(load, conditions, "pgstow over JDBC", runs, List.of());
    }

    public static RunResult run(double tps, double reads) {
        return run(tps, reads, 0);
    }

    public static RunResult run(double tps, double reads, long failures) {
        return new RunResult(
                START,
                Duration.ofSeconds(10),
                tps,
                Math.round(tps * 10),
                failures,
                new Latency(0.004, 0.003, 0.008, 0.0125),
                reads);
    }
}
