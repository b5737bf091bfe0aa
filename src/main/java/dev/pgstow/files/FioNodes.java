package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RequestLatency;
import dev.pgstow.profile.FioRun;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Turns the nodes of one report of fio into records. Layouts differ: until 2.x latencies are in microseconds under {@code lat}
 * and {@code clat}, from 3.0 on in nanoseconds under {@code lat_ns} and {@code clat_ns}; {@code bw} is in KiB/s in all of them,
 * {@code bw_bytes} came with 3.2; with clients and servers the entries are under {@code client_stats}, and the last is their sum.
 */
final class FioNodes {
    private static final double MICROSECONDS = 1e-6;
    private static final double NANOSECONDS = 1e-9;
    /** No counter of a run comes near it. */
    private static final double MOST = 1e18;

    private static final String SUM_OF_CLIENTS = "All clients";
    private static final FioRun.Direction NOTHING = new FioRun.Direction(0, 0, 0, RequestLatency.ofMean(0));

    private final String source;
    private final JsonNode report;

    FioNodes(String source, JsonNode report) {
        this.source = source;
        this.report = report;
    }

    /** @throws PgstowException (bad-file) when something is not as in any version of fio */
    FioRun run() {
        List<FioRun.Job> jobs = new ArrayList<>();
        for (JsonNode job : report.path("jobs").values()) {
            jobs.add(job(job));
        }
        List<JsonNode> clients = List.copyOf(report.path("client_stats").values());
        for (JsonNode job : clients) {
            if (clients.size() == 1 || !job.path("jobname").asString("").equals(SUM_OF_CLIENTS)) {
                jobs.add(job(job));
            }
        }
        if (jobs.isEmpty()) {
            throw bad("a report of fio without jobs", "Let fio run to its end.");
        }
        List<FioRun.Disk> disks = new ArrayList<>();
        for (JsonNode disk : report.path("disk_util").values()) {
            disks.add(new FioRun.Disk(
                    disk.path("name").asString("?"),
                    whole(disk, "read_ios") + whole(disk, "read_merges"),
                    whole(disk, "write_ios") + whole(disk, "write_merges")));
        }
        return new FioRun(report.path("fio version").asString("fio"), endedAt(), jobs, disks);
    }

    private @Nullable Instant endedAt() {
        long milliseconds = whole(report, "timestamp_ms");
        long seconds = whole(report, "timestamp");
        if (seconds > Instant.MAX.getEpochSecond()) {
            throw bad("a timestamp of " + seconds, FioJson.HINT);
        }
        if (milliseconds > 0) {
            return Instant.ofEpochSecond(milliseconds / 1000);
        }
        return seconds > 0 ? Instant.ofEpochSecond(seconds) : null;
    }

    private FioRun.Job job(JsonNode job) {
        Map<String, String> options = new HashMap<>();
        List.of("global options", "job options")
                .forEach(key ->
                        job.path(key).properties().forEach(each -> options.put(each.getKey(), text(each.getValue()))));
        report.path("global options")
                .properties()
                .forEach(each -> options.putIfAbsent(each.getKey(), text(each.getValue())));
        String name = job.path("jobname").asString("?");
        boolean unified = job.has("mixed") && !job.has("read");
        String rw = options.getOrDefault("rw", "");
        boolean writes = rw.endsWith("write");
        if (unified && !writes && !rw.endsWith("read")) {
            options.put("unified_rw_reporting", "mixed");
        }
        JsonNode mixed = job.path("mixed");
        FioRun.Direction read = direction(name, unified && !writes ? mixed : job.path("read"));
        FioRun.Direction write = direction(name, unified && writes ? mixed : job.path("write"));
        return new FioRun.Job(
                name,
                (int) Math.min(Integer.MAX_VALUE, whole(job, "groupid")),
                job.has("hostname") ? job.path("hostname").asString("?") : null,
                options,
                (int) Math.min(Integer.MAX_VALUE, whole(job, "error")),
                Duration.ofMillis(Math.max(whole(job.path("read"), "runtime"), whole(job.path("write"), "runtime"))),
                read,
                write,
                sync(job.path("sync")));
    }

    private FioRun.Direction direction(String job, JsonNode node) {
        // 2.1 does not count them
        long requests = node.has("total_ios")
                ? whole(node, "total_ios")
                : Math.round(number(node, "iops") * number(node, "runtime") / 1000);
        if (requests == 0) {
            return NOTHING;
        }
        boolean nanoseconds = node.has("lat_ns") || node.has("clat_ns");
        String suffix = nanoseconds ? "_ns" : "";
        double unit = nanoseconds ? NANOSECONDS : MICROSECONDS;
        JsonNode lat = node.path("lat" + suffix);
        double mean = number(lat, "mean") * unit;
        if (!(mean > 0)) {
            throw bad(
                    "job '" + job + "' has no latencies (neither 'lat_ns' nor 'lat')",
                    "Run fio again without disable_lat and gtod_reduce.");
        }
        JsonNode percentiles = lat.has("percentile")
                ? lat.path("percentile")
                : node.path("clat" + suffix).path("percentile");
        double bytes = node.has("bw_bytes") ? number(node, "bw_bytes") : number(node, "bw") * 1024;
        return new FioRun.Direction(number(node, "iops"), bytes, requests, latency(mean, percentiles, unit));
    }

    /** From 3.x on; the count stands only beside the latencies. */
    private @Nullable RequestLatency sync(JsonNode node) {
        JsonNode lat = node.path("lat_ns");
        double mean = number(lat, "mean") * NANOSECONDS;
        return mean > 0 ? latency(mean, lat.path("percentile"), NANOSECONDS) : null;
    }

    private RequestLatency latency(double mean, JsonNode percentiles, double unit) {
        return new RequestLatency(
                mean,
                percentile(percentiles, "50.000000", unit),
                percentile(percentiles, "95.000000", unit),
                percentile(percentiles, "99.000000", unit),
                percentile(percentiles, "99.900000", unit));
    }

    private @Nullable Double percentile(JsonNode percentiles, String key, double unit) {
        return percentiles.has(key) ? (Double) (number(percentiles, key) * unit) : null;
    }

    /** Options may stand as numbers in a file that another program rewrote. */
    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asString("") : value.toString();
    }

    private long whole(JsonNode node, String key) {
        return (long) number(node, key);
    }

    /** 0 when absent. */
    private double number(JsonNode node, String key) {
        JsonNode value = node.path(key);
        if (value.isMissingNode()) {
            return 0;
        }
        double number = value.isNumber() ? value.asDouble(Double.NaN) : Double.NaN;
        if (!(number >= 0 && number <= MOST)) {
            throw bad("'" + key + "' is " + value + " and not a number that fio counts", FioJson.HINT);
        }
        return number;
    }

    private PgstowException bad(String problem, String hint) {
        return new PgstowException(ErrorCode.BAD_FILE, "'" + source + "': " + problem, hint);
    }
}
