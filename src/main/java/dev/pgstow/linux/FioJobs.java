package dev.pgstow.linux;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A step of a profile in fio's words (fio documentation, "Job file parameters"). */
final class FioJobs {
    private static final long SEGMENT = 16L << 20;

    private final TestFiles files;
    private final @Nullable Double requestsPerSecond;

    FioJobs(TestFiles files, @Nullable Double requestsPerSecond) {
        this.files = files;
        this.requestsPerSecond = requestsPerSecond;
    }

    /** fio's arguments; empty for a step that fio does not know: reads that one thread does for another. */
    List<String> arguments(Step step, TimeLimit time) {
        List<String> all = new ArrayList<>(List.of(
                "--output-format=json",
                "--ioengine=psync",
                "--thread",
                "--group_reporting",
                "--randrepeat=0",
                "--fallocate=none",
                "--bs=" + step.pattern().bytes(),
                "--runtime=" + time.most().toMillis() + "ms",
                "--percentile_list=50:95:99:99.9"));
        if (!step.pause().isZero()) {
            all.add("--thinktime=" + step.pause().toNanos() / 1000 + "us");
        }
        if (requestsPerSecond != null) {
            all.add("--rate_iops=" + Math.max(1, Math.round(requestsPerSecond / step.depth())));
        }
        all.addAll(pattern(step));
        return pattern(step).isEmpty() ? List.of() : all;
    }

    boolean paced() {
        return requestsPerSecond != null;
    }

    private List<String> pattern(Step step) {
        return switch (step.pattern()) {
            case RANDOM_READ -> random("randread", step, data(0, TestFiles.DATA_FILES));
            case RANDOM_WRITE -> random("randwrite", step, data(0, TestFiles.DATA_FILES));
            case FILE_WRITE -> random("randwrite", step, data(0, 1));
            case MIXED_70_READ, MIXED_70_WRITE -> mixed(70, step);
            case MIXED_50_READ, MIXED_50_WRITE -> mixed(50, step);
            case SEQUENTIAL_READ, LARGE_READ -> sequential("read", step, List.of(direct(), "--time_based", warmUp()));
            case LARGE_WRITE -> sequential("write", step, List.of(direct(), "--time_based", warmUp()));
            case BUFFERED_READ, BUFFERED_LARGE_READ -> sequential("read", step, List.of("--direct=0"));
            case BUFFERED_RANDOM_READ ->
                List.of(
                        "--direct=0",
                        "--file_service_type=random",
                        "--name=pgstow",
                        "--rw=randread",
                        data(0, TestFiles.DATA_FILES),
                        size(files.filled()));
            case SYNC_WRITE -> synced("--fdatasync=1");
            case FSYNC_WRITE -> synced("--fsync=1");
            case APPEND, FLUSH -> appended();
            case HANDED_READ -> List.of();
        };
    }

    private List<String> random(String rw, Step step, String filename) {
        return List.of(
                direct(),
                "--time_based",
                warmUp(),
                "--norandommap",
                "--file_service_type=random",
                "--name=pgstow",
                "--rw=" + rw,
                "--numjobs=" + step.depth(),
                filename,
                size(files.filled()));
    }

    private List<String> mixed(int reads, Step step) {
        List<String> all = new ArrayList<>(random("randrw", step, data(0, TestFiles.DATA_FILES)));
        all.add("--rwmixread=" + reads);
        return all;
    }

    /** Each thread begins with another file. */
    private List<String> sequential(String rw, Step step, List<String> common) {
        List<String> all = new ArrayList<>(common);
        int each = Math.max(1, TestFiles.DATA_FILES / step.depth());
        boolean once = step.cold();
        for (int thread = 0; thread < step.depth(); thread++) {
            int from = thread * TestFiles.DATA_FILES / step.depth() % TestFiles.DATA_FILES;
            String filename = once ? data(from, from + each) : rotated(from);
            all.addAll(List.of(
                    "--name=pgstow" + thread,
                    "--rw=" + rw,
                    "--file_service_type=sequential",
                    filename,
                    size(files.filled())));
        }
        return all;
    }

    private List<String> synced(String how) {
        return List.of(
                "--direct=0",
                "--time_based",
                warmUp(),
                "--name=pgstow",
                "--rw=write",
                how,
                "--filename=" + links().get(TestFiles.DATA_FILES),
                size(Math.min(files.filled(), SEGMENT)));
    }

    private List<String> appended() {
        int blocks = AccessPattern.FLUSH.bytes() / AccessPattern.APPEND.bytes();
        return List.of(
                "--direct=0",
                "--name=pgstow",
                "--rw=write",
                "--file_append=1",
                "--fsync=" + blocks,
                "--filename=" + Objects.requireNonNull(files.appends().link()),
                size(files.appendLimit()));
    }

    private String direct() {
        return files.directIo() ? "--direct=1" : "--direct=0";
    }

    private static String warmUp() {
        return "--ramp_time=150ms";
    }

    private static String size(long each) {
        return "--filesize=" + each;
    }

    private String rotated(int by) {
        List<Path> rotated = new ArrayList<>(links().subList(0, TestFiles.DATA_FILES));
        Collections.rotate(rotated, -by);
        return filename(rotated);
    }

    private String data(int from, int to) {
        return filename(links().subList(from, to));
    }

    private List<Path> links() {
        return files.links();
    }

    private static String filename(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(":", "--filename=", ""));
    }
}
