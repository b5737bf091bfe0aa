package dev.pgstow.profile;

import static dev.pgstow.profile.FioRuns.at;
import static dev.pgstow.profile.FioRuns.direction;
import static dev.pgstow.profile.FioRuns.failed;
import static dev.pgstow.profile.FioRuns.file;
import static dev.pgstow.profile.FioRuns.job;
import static dev.pgstow.profile.FioRuns.on;
import static dev.pgstow.profile.FioRuns.reads;
import static dev.pgstow.profile.FioRuns.run;
import static dev.pgstow.profile.FioRuns.synced;
import static dev.pgstow.profile.FioRuns.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Profile;
import dev.pgstow.model.RequestLatency;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportTest {
    private static final int BLOCK = 8192;
    private static final String DIRECT = "direct=1 ioengine=libaio ";

    private final List<String> notices = new ArrayList<>();

    private Profile imported(FioRun.Job... jobs) {
        return Import.of(List.of(file("a.json", run(jobs))), notices::add);
    }

    @ParameterizedTest
    @CsvSource({
        "rw=randread bs=8k, 8192, RANDOM_READ",
        "rw=randread bs=8192, 8192, RANDOM_READ",
        "rw=read bs=128k, 131072, SEQUENTIAL_READ",
        "rw=read bs=1M, 1048576, LARGE_READ",
        "rw=read bs=1024KiB, 1048576, LARGE_READ",
        "readwrite=randread blocksize=8kb, 8192, RANDOM_READ",
    })
    void reads_become_the_pattern_of_their_order_and_size(String options, int bytes, AccessPattern pattern) {
        Profile profile = imported(reads("r", DIRECT + "iodepth=2 " + options, direction(1000, bytes, 0.002)));
        assertThat(profile.results()).hasSize(1);
        PatternResult result = profile.results().get(0);
        assertThat(result.pattern()).isEqualTo(pattern);
        assertThat(result.depth()).isEqualTo(2);
        assertThat(result.operationsPerSecond()).isEqualTo(1000);
        assertThat(result.latency().p99()).isEqualTo(0.006);
        assertThat(profile.doubts()).isEmpty();
        assertThat(profile.directIo()).isTrue();
        assertThat(profile.engine()).isEqualTo("fio-3.40 (imported)");
        assertThat(profile.measuredAt()).isEqualTo(FioRuns.ENDED);
    }

    @ParameterizedTest
    @CsvSource({
        "rw=randwrite bs=8k direct=1, RANDOM_WRITE",
        "rw=write bs=8k sync=1 direct=1, FSYNC_WRITE",
        "rw=write bs=8k sync=dsync, SYNC_WRITE",
        "rw=randwrite bs=8k buffered=0, RANDOM_WRITE",
    })
    void writes_become_the_pattern_of_how_they_are_made_to_last(String options, AccessPattern pattern) {
        Profile profile = imported(writes("w", options, direction(500, BLOCK, 0.002)));
        assertThat(profile.results()).extracting(PatternResult::pattern).containsExactly(pattern);
        assertThat(profile.results().get(0).mean()).isEqualTo(0.002);
        assertThat(profile.doubts()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"fdatasync=1, SYNC_WRITE", "fsync=1, FSYNC_WRITE"})
    void a_commit_takes_as_long_as_its_write_and_its_sync(String sync, AccessPattern pattern) {
        Profile profile =
                imported(synced(0.00095, writes("c", "rw=write bs=8k " + sync, direction(1000, BLOCK, 0.00005))));
        PatternResult result = profile.results().get(0);
        assertThat(result.pattern()).isEqualTo(pattern);
        assertThat(result.mean()).isCloseTo(0.001, within(1e-12));
        assertThat(result.latency().p99()).isNull();
        assertThat(profile.doubts()).as("buffered writes that are synced").isEmpty();
        assertThat(profile.directIo()).isTrue();
    }

    @Test
    void where_fio_does_not_tell_how_long_syncs_took_the_rate_does() {
        Profile profile =
                imported(writes("c", "rw=write bs=8k fdatasync=1 numjobs=4", direction(1600, BLOCK, 0.00004)));
        assertThat(profile.results().get(0).mean()).isCloseTo(4 / 1600d, within(1e-12));
        assertThat(profile.results().get(0).depth()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "rwmixread=70, MIXED_70_READ, MIXED_70_WRITE",
        "rwmixwrite=30, MIXED_70_READ, MIXED_70_WRITE",
        "rwmixread=50, MIXED_50_READ, MIXED_50_WRITE",
        "size=1g, MIXED_50_READ, MIXED_50_WRITE",
    })
    void a_mix_gives_its_reads_and_its_writes(String mix, AccessPattern read, AccessPattern write) {
        Profile profile = imported(job(
                "m",
                DIRECT + "rw=randrw bs=8k iodepth=16 " + mix,
                direction(1400, BLOCK, 0.008),
                direction(600, BLOCK, 0.008)));
        assertThat(profile.results()).extracting(PatternResult::pattern).containsExactly(read, write);
        assertThat(profile.results()).extracting(PatternResult::depth).containsExactly(16, 16);
        assertThat(profile.results())
                .extracting(PatternResult::operationsPerSecond)
                .containsExactly(1400d, 600d);
    }

    @Test
    void processes_of_one_job_are_added_and_their_means_weighted() {
        String options = DIRECT + "rw=randread bs=8k iodepth=4";
        Profile profile = imported(
                reads("p", options, direction(1000, BLOCK, 0.004)),
                reads("p", options, direction(1000, BLOCK, 0.004)),
                reads("p", options, direction(200, BLOCK, 0.020)));
        PatternResult result = profile.results().get(0);
        assertThat(result.operationsPerSecond()).isEqualTo(2200);
        assertThat(result.mean()).isCloseTo((1000 * 4 + 1000 * 4 + 200 * 20) / 2200d / 1000, within(1e-12));
        assertThat(result.depth()).isEqualTo(12);
        assertThat(result.latency().p50()).isNull();
        assertThat(result.latency().p999()).isNull();
    }

    @Test
    void numjobs_counts_once_whether_the_entries_are_grouped_or_not() {
        String options = DIRECT + "rw=randread bs=8k iodepth=4 numjobs=2";
        Profile apart = imported(
                reads("p", options, direction(1000, BLOCK, 0.004)), reads("p", options, direction(1000, BLOCK, 0.004)));
        Profile grouped = imported(reads("p", options, direction(2000, BLOCK, 0.004)));
        assertThat(apart.results().get(0).depth()).isEqualTo(8);
        assertThat(grouped.results().get(0).depth()).isEqualTo(8);
        assertThat(grouped.results().get(0).latency().p99()).isEqualTo(0.012);
    }

    @Test
    void a_depth_that_the_engine_ignores_is_not_believed() {
        Profile profile = imported(
                reads("p", "direct=1 ioengine=psync rw=randread bs=8k iodepth=32", direction(1000, BLOCK, 0.001)));
        assertThat(profile.results().get(0).depth()).isOne();
        assertThat(notices)
                .contains("'a.json': job 'p' had about 1 request(s) in flight by its rate and latency, not 32 as its"
                        + " options say");
    }

    @Test
    void without_options_the_requests_tell_pattern_and_depth() {
        Profile profile = imported(
                at(0, job("m", "", direction(705, BLOCK, 0.010), direction(295, BLOCK, 0.010))),
                at(1, reads("r", "", direction(2000, BLOCK, 0.002))),
                at(2, reads("s", "", direction(400, 1 << 20, 0.0025))),
                at(3, writes("w", "", direction(500, BLOCK, 0.002))));
        assertThat(profile.results())
                .extracting(PatternResult::pattern)
                .containsExactly(
                        AccessPattern.RANDOM_READ,
                        AccessPattern.RANDOM_WRITE,
                        AccessPattern.MIXED_70_READ,
                        AccessPattern.MIXED_70_WRITE,
                        AccessPattern.LARGE_READ);
        assertThat(profile.results()).extracting(PatternResult::depth).containsExactly(4, 1, 10, 10, 1);
        assertThat(profile.doubts()).as("the disk saw every request").isEmpty();
        assertThat(profile.directIo()).isTrue();
    }

    @Test
    void rates_in_whole_numbers_still_tell_the_block_size() {
        FioRun.Direction rounded = new FioRun.Direction(68, 551 * 1024, 690, RequestLatency.ofMean(0.0145));
        Profile profile = imported(reads("r", "", rounded));
        assertThat(profile.results()).extracting(PatternResult::pattern).containsExactly(AccessPattern.RANDOM_READ);
    }

    @Test
    void reads_and_writes_reported_as_one_are_left_out() {
        FioRun.Job mixed = reads("m", "unified_rw_reporting=mixed bs=8k", direction(1000, BLOCK, 0.001));
        assertThatThrownBy(() -> imported(mixed)).isInstanceOf(PgstowException.class);
        assertThat(notices).singleElement().asString().contains("with unified_rw_reporting is no pattern");
    }

    @Test
    void without_options_and_counters_nothing_says_that_it_was_the_device() {
        FioRun run = new FioRun("fio-2.0.13", null, List.of(reads("r", "", direction(2000, BLOCK, 0.002))), List.of());
        Profile profile = Import.of(List.of(file("old.json", run)), notices::add);
        assertThat(profile.directIo()).isFalse();
        assertThat(profile.doubts()).singleElement().asString().contains("direct is not among its options");
        assertThat(profile.measuredAt()).as("of the file").isEqualTo(Instant.parse("2026-11-01T00:00:00Z"));
        assertThat(notices).anyMatch(notice -> notice.contains("disk_util"));
    }

    @ParameterizedTest
    @CsvSource({
        "rw=randread bs=4k, 4096, rw=randread of 4 KiB is no pattern",
        "rw=read bs=8k, 8192, rw=read of 8 KiB is no pattern",
        "rw=randread:8 bs=8k, 8192, rw=randread:8 of 8 KiB is no pattern",
        "rw=randread bs=8k rate_iops=500, 8192, with rate_iops=500 is no pattern",
        "rw=randread bssplit=4k/50:12k/50, 8192, with bssplit=4k/50:12k/50 is no pattern",
        "rw=randread bs=8k thinktime=100, 8192, with thinktime=100 is no pattern",
        "rw=randwrite bs=8k, 8192, 'its options say rw=randwrite, but it made other requests too'",
    })
    void what_fits_no_pattern_is_named_and_left_out(String options, int bytes, String reason) {
        Profile profile = imported(
                at(0, reads("odd", DIRECT + options, direction(1000, bytes, 0.001))),
                at(1, reads("good", DIRECT + "rw=randread bs=8k", direction(1000, BLOCK, 0.001))));
        assertThat(profile.results()).hasSize(1);
        assertThat(notices)
                .anyMatch(notice -> notice.startsWith("'a.json': job 'odd' is left out: ") && notice.contains(reason));
    }

    @Test
    void a_mix_of_other_shares_and_syncs_now_and_then_are_left_out() {
        String mix = DIRECT + "rw=randrw bs=8k rwmixread=60";
        imported(
                at(0, job("m", mix, direction(600, BLOCK, 0.001), direction(400, BLOCK, 0.001))),
                at(1, writes("now-and-then", "rw=write bs=8k fsync=32", direction(1000, BLOCK, 0.001))),
                at(2, writes("big", "rw=write bs=64k fdatasync=1", direction(1000, 65_536, 0.001))),
                at(3, reads("good", DIRECT + "rw=randread bs=8k", direction(1000, BLOCK, 0.001))));
        assertThat(notices)
                .contains(
                        "'a.json': job 'm' is left out: rw=randrw of 8 KiB, 60 % reads is no pattern of pgstow's",
                        "'a.json': job 'now-and-then' is left out: rw=write of 8 KiB, synced is no pattern of pgstow's",
                        "'a.json': job 'big' is left out: rw=write of 64 KiB, synced is no pattern of pgstow's");
    }

    @Test
    void nothing_that_fits_is_refused_with_a_command_line_that_does() {
        assertThatThrownBy(() -> imported(reads("odd", DIRECT + "rw=randread bs=4k", direction(1000, 4096, 0.001))))
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE);
                    assertThat(e).hasMessage("'a.json': nothing in it is a pattern that pgstow uses");
                    assertThat(e.hint()).contains("--rw=randread --bs=8k", "--direct=1", "--output-format=json");
                });
    }

    @Test
    void a_job_that_failed_is_left_out_with_all_that_ran_with_it() {
        String options = DIRECT + "rw=randread bs=8k";
        FioRun.Job good = reads("p", options, direction(1000, BLOCK, 0.001));
        assertThatThrownBy(() -> imported(good, failed(5, good))).isInstanceOf(PgstowException.class);
        assertThat(notices).containsExactly("'a.json': job 'p' is left out: it failed with error 5");
    }

    @Test
    void an_early_end_is_said() {
        imported(reads("p", DIRECT + "rw=randread bs=8k runtime=1m", direction(1000, BLOCK, 0.001)));
        assertThat(notices).containsExactly("'a.json': job 'p' ended early, after 10s of 60s");
    }

    @Test
    void hosts_are_added_and_that_is_said() {
        String options = DIRECT + "rw=randread bs=8k";
        Profile profile = imported(
                on("db1", reads("p", options, direction(1000, BLOCK, 0.001))),
                on("db2", reads("p", options, direction(800, BLOCK, 0.001))));
        assertThat(profile.best(AccessPattern.RANDOM_READ).orElseThrow().operationsPerSecond())
                .isEqualTo(1800);
        assertThat(notices).anyMatch(notice -> notice.contains("the figures of hosts db1, db2 are added"));
    }

    @Test
    void jobs_that_disturbed_each_other_are_said() {
        imported(
                reads("r", DIRECT + "rw=randread bs=8k", direction(1000, BLOCK, 0.001)),
                writes("w", DIRECT + "rw=randwrite bs=8k", direction(1000, BLOCK, 0.001)));
        assertThat(notices)
                .contains("'a.json': jobs 'r' and 'w' ran at the same time and slowed each other; put 'stonewall'"
                        + " between them");
    }

    @Test
    void figures_of_the_page_cache_are_kept_but_in_doubt() {
        FioRun.Job cached = reads("r", "rw=randread bs=8k", direction(900_000, BLOCK, 0.000001));
        FioRun run = new FioRun("fio-3.40", FioRuns.ENDED, List.of(cached), List.of(new FioRun.Disk("sdb", 12, 3)));
        Profile profile = Import.of(List.of(file("a.json", run)), notices::add);
        assertThat(profile.results()).hasSize(1);
        assertThat(profile.directIo()).isFalse();
        assertThat(profile.doubts())
                .containsExactly(
                        "job 'r': direct is not among its options, so the page cache is part of its figures",
                        "fio made 9,000,000 reads, but the counters of the disk (sdb) show 12: the rest came from memory,"
                                + " or from a file that was never written",
                        "job 'r': a mean latency of 1.00 us with 1 request(s) in flight; no block device answers in less"
                                + " than 5.00 us then");
        assertThat(notices)
                .filteredOn(notice -> notice.startsWith("in doubt: "))
                .hasSize(3);
    }

    @Test
    void a_fast_device_under_load_is_no_reason_for_doubt() {
        Profile profile = imported(reads(
                "r", DIRECT + "rw=randread bs=8k iodepth=64 numjobs=4", direction(1_500_000, BLOCK, 256 / 1.5e6)));
        assertThat(profile.doubts()).isEmpty();
        assertThat(profile.results().get(0).depth()).isEqualTo(256);
    }

    @Test
    void a_sync_that_reaches_no_disk_is_in_doubt() {
        FioRun.Job job = synced(0.0001, writes("c", "rw=write bs=8k fsync=1", direction(5000, BLOCK, 0.0001)));
        FioRun run = new FioRun("fio-3.40", FioRuns.ENDED, List.of(job), List.of(new FioRun.Disk("sdb", 0, 900)));
        Profile profile = Import.of(List.of(file("a.json", run)), notices::add);
        assertThat(profile.doubts()).singleElement().asString().startsWith("fio made 50,000 writes, but");
    }

    @Test
    void several_files_make_one_profile_and_the_later_of_two_alike_counts() {
        FioRun old = new FioRun(
                "fio-2.18",
                FioRuns.ENDED.minus(Duration.ofDays(90)),
                List.of(
                        at(0, reads("r", DIRECT + "rw=randread bs=8k", direction(100, BLOCK, 0.010))),
                        at(1, writes("w", DIRECT + "rw=randwrite bs=8k", direction(100, BLOCK, 0.010)))),
                List.of(new FioRun.Disk("sdb", 1000, 1000)));
        FioRun.Job again = reads("again", DIRECT + "rw=randread bs=8k", direction(200, BLOCK, 0.005));
        ImportedFile syncs = new ImportedFile(
                "sync.txt",
                FioRuns.ENDED,
                List.of(),
                List.of(
                        new ImportedFile.SyncRate("open_datasync", BLOCK, 700),
                        new ImportedFile.SyncRate("fdatasync", BLOCK, 800),
                        new ImportedFile.SyncRate("fsync", BLOCK, 500)),
                List.of());
        Profile profile = Import.of(List.of(file("old.json", old), file("new.json", run(again)), syncs), notices::add);
        assertThat(profile.results())
                .extracting(PatternResult::pattern, PatternResult::operationsPerSecond)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(AccessPattern.RANDOM_READ, 200d),
                        org.assertj.core.groups.Tuple.tuple(AccessPattern.RANDOM_WRITE, 100d),
                        org.assertj.core.groups.Tuple.tuple(AccessPattern.SYNC_WRITE, 800d),
                        org.assertj.core.groups.Tuple.tuple(AccessPattern.FSYNC_WRITE, 500d));
        assertThat(profile.best(AccessPattern.FSYNC_WRITE).orElseThrow().mean()).isEqualTo(0.002);
        assertThat(profile.engine()).isEqualTo("fio-3.40, fio-2.18, pg_test_fsync (imported)");
        assertThat(profile.measuredAt()).as("of the oldest").isEqualTo(old.endedAt());
        assertThat(notices)
                .contains("job 'again' of 'new.json' counts, and not job 'r' of 'old.json' which measured the same"
                        + " pattern");
    }

    @Test
    void syncs_that_are_too_fast_for_a_device_or_of_other_blocks_are_said() {
        ImportedFile syncs = new ImportedFile(
                "sync.txt",
                FioRuns.ENDED,
                List.of(),
                List.of(
                        new ImportedFile.SyncRate("fdatasync", BLOCK, 600_000),
                        new ImportedFile.SyncRate("fsync", 2 * BLOCK, 500)),
                List.of());
        Profile profile = Import.of(List.of(syncs), notices::add);
        assertThat(profile.doubts()).singleElement().asString().contains("fdatasync: a mean latency of 1.67 us");
        assertThat(profile.results()).hasSize(1);
        assertThat(notices).contains("'sync.txt': fsync is left out: blocks of 16 KiB are no pattern of pgstow's");
    }
}
