package dev.pgstow.profile;

import dev.pgstow.model.RequestLatency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a report that made the same kind of requests at the same time, such as the processes of {@code numjobs=4} without
 * {@code group_reporting}: what counts is all of them together.
 *
 * @param jobs at least one
 */
record FioGroup(List<FioRun.Job> jobs) {
    FioGroup {
        jobs = List.copyOf(jobs);
    }

    /** The groups of a run in the order of its entries. */
    static List<FioGroup> of(FioRun run) {
        List<List<FioRun.Job>> groups = new ArrayList<>();
        for (FioRun.Job job : run.jobs()) {
            groups.stream()
                    .filter(group -> together(group.get(0), job))
                    .findFirst()
                    .orElseGet(() -> {
                        groups.add(new ArrayList<>());
                        return groups.get(groups.size() - 1);
                    })
                    .add(job);
        }
        return groups.stream().map(FioGroup::new).toList();
    }

    private static boolean together(FioRun.Job one, FioRun.Job other) {
        return one.group() == other.group()
                && new FioOptions(one.options()).sameRequests(new FioOptions(other.options()))
                && reads(one) == reads(other)
                && writes(one) == writes(other);
    }

    private static boolean reads(FioRun.Job job) {
        return job.read().requests() > 0;
    }

    private static boolean writes(FioRun.Job job) {
        return job.write().requests() > 0;
    }

    int number() {
        return jobs.get(0).group();
    }

    FioOptions options() {
        return new FioOptions(jobs.get(0).options());
    }

    /** Names of its jobs, each once: {@code 'a'} or {@code 'a' and 'b'}. */
    String names() {
        return jobs.stream().map(job -> "'" + job.name() + "'").distinct().collect(Collectors.joining(" and "));
    }

    Set<String> hosts() {
        Set<String> hosts = new LinkedHashSet<>();
        for (FioRun.Job job : jobs) {
            if (job.host() != null) {
                hosts.add(job.host());
            }
        }
        return hosts;
    }

    FioRun.Direction read() {
        return sum(jobs.stream().map(FioRun.Job::read).toList());
    }

    FioRun.Direction write() {
        return sum(jobs.stream().map(FioRun.Job::write).toList());
    }

    /** Mean latency of the calls that make writes last, in seconds; null when the report does not have it for all of them. */
    @Nullable
    Double sync() {
        double seconds = 0;
        long syncs = 0;
        for (FioRun.Job job : jobs) {
            if (writes(job)) {
                if (job.sync() == null) {
                    return null;
                }
                seconds += job.sync().mean() * job.write().requests();
                syncs += job.write().requests();
            }
        }
        return syncs == 0 ? null : (Double) (seconds / syncs);
    }

    /**
     * Processes that made the requests. The report has an entry for each, or with {@code group_reporting} one for all, and does
     * not say which.
     */
    int processes() {
        Map<String, Integer> entries = new HashMap<>();
        Map<String, Integer> asked = new HashMap<>();
        for (FioRun.Job job : jobs) {
            String key = job.host() + "/" + job.name();
            entries.merge(key, 1, Integer::sum);
            asked.put(key, new FioOptions(job.options()).numjobs());
        }
        return entries.entrySet().stream()
                .mapToInt(each -> Math.max(each.getValue(), asked.getOrDefault(each.getKey(), 1)))
                .sum();
    }

    /** Rates are added, means weighted with the requests; percentiles of several cannot be combined. */
    private static FioRun.Direction sum(List<FioRun.Direction> all) {
        List<FioRun.Direction> busy =
                all.stream().filter(each -> each.requests() > 0).toList();
        if (busy.size() == 1) {
            return busy.get(0);
        }
        double requests = total(busy, FioRun.Direction::requests);
        double seconds = total(busy, each -> each.latency().mean() * each.requests());
        return new FioRun.Direction(
                total(busy, FioRun.Direction::iops),
                total(busy, FioRun.Direction::bytesPerSecond),
                (long) requests,
                RequestLatency.ofMean(requests == 0 ? 0 : seconds / requests));
    }

    private static double total(List<FioRun.Direction> all, Function<FioRun.Direction, ? extends Number> part) {
        return all.stream().mapToDouble(each -> part.apply(each).doubleValue()).sum();
    }
}
