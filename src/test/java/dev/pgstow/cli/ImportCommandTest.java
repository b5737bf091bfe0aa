package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.pgstow.files.TiersFile;
import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files under {@code cases} as a person imports them. Expected figures were taken from them with jq, or by hand. */
class ImportCommandTest {
    private static final Path CASES = Path.of("src/test/resources/cases");
    /** The tiers file keeps four digits. */
    private static final double TOLERANCE = 0.005;

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private Path tiers() {
        return directory.resolve("tiers.yaml");
    }

    private int run(String... arguments) {
        Console console = new Console(new PrintWriter(out, true), new PrintWriter(err, true));
        List<String> all = new ArrayList<>(List.of("profile", "--tiers", tiers().toString()));
        all.addAll(List.of(arguments));
        return Pgstow.commandLine(console).execute(all.toArray(String[]::new));
    }

    private Profile imported(String... files) {
        List<String> arguments = new ArrayList<>(List.of("--import"));
        List.of(files).forEach(file -> arguments.add(CASES.resolve(file).toString()));
        arguments.addAll(List.of("--tier", "cloud"));
        assertThat(run(arguments.toArray(String[]::new))).as(err.toString()).isZero();
        Tier tier = TiersFile.read(tiers()).tiers().get(0);
        return Objects.requireNonNull(tier.profile());
    }

    private static void assertResult(
            Profile profile, AccessPattern pattern, int depth, double perSecond, double milliseconds) {
        PatternResult result = profile.at(pattern, depth).orElseThrow();
        assertThat(result.operationsPerSecond()).isCloseTo(perSecond, within(perSecond * TOLERANCE));
        assertThat(result.mean() * 1000).isCloseTo(milliseconds, within(milliseconds * TOLERANCE));
    }

    @Test
    void json_between_other_text_is_used_and_the_rest_is_said_to_be_ignored() {
        Profile profile = imported("fio-json-between-text/run.log");
        assertThat(profile.results()).hasSize(1);
        assertResult(profile, AccessPattern.RANDOM_READ, 8, 9150, 0.8735);
        PatternResult result = profile.results().get(0);
        assertThat(result.bytesPerSecond()).isCloseTo(74_956_800, within(400_000d));
        assertThat(Objects.requireNonNull(result.latency().p99())).isCloseTo(0.002474, within(0.00001));
        assertThat(profile.engine()).isEqualTo("fio-3.41 (imported)");
        assertThat(profile.measuredAt()).isEqualTo(Instant.parse("2026-09-21T14:13:20Z"));
        assertThat(err.toString())
                .contains("WARNING: '" + CASES.resolve("fio-json-between-text/run.log")
                        + "': 9 line(s) that are no JSON of fio are ignored: 4 before it, 5 after it\n")
                .contains("(iodepth=1)", "tier 'cloud' is new");
        assertThat(err.toString().lines().filter(line -> line.startsWith("WARNING")))
                .as("nothing else is odd about the file")
                .hasSize(1);
        assertThat(out.toString()).contains("random read 8 KiB, depth 8", "9,150/s 874 us");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fio-2.1.14", "fio-3.0", "fio-3.27"})
    void three_generations_of_fio_give_the_same_tier(String version) {
        Profile profile = imported("fio-generations/" + version + ".json");
        assertThat(profile.results()).hasSize(1);
        assertResult(profile, AccessPattern.RANDOM_WRITE, 4, 1180, 3.3871);
        assertThat(Objects.requireNonNull(profile.results().get(0).latency().p99()))
                .isCloseTo(0.009792, within(0.00001));
        assertThat(profile.engine()).isEqualTo(version + " (imported)");
        assertThat(profile.doubts()).isEmpty();
    }

    @Test
    void processes_without_group_reporting_are_summed_and_their_means_weighted() {
        Profile profile = imported("fio-processes-not-grouped/shop.json");
        assertResult(profile, AccessPattern.MIXED_50_READ, 24, 1600, 5.4294);
        assertResult(profile, AccessPattern.MIXED_50_WRITE, 24, 1603, 9.4012);
        assertThat(profile.results())
                .extracting(result -> result.latency().p99())
                .containsOnlyNulls();
        assertThat(out.toString()).contains("50/50 mix: read 8 KiB, depth 24", "50/50 mix: write 8 KiB, depth 24");
    }

    @Test
    void figures_from_memory_and_from_holes_are_flagged_with_the_evidence() {
        assertThat(imported("fio-page-cache/no-direct.json").doubts())
                .hasSize(3)
                .anyMatch(doubt -> doubt.contains("direct is not among its options"))
                .anyMatch(doubt -> doubt.contains("24,200,000 reads") && doubt.contains("(sdf) show 51:"))
                .anyMatch(doubt -> doubt.contains("0.74 us"));
        assertThat(imported("fio-page-cache/never-written.json").doubts())
                .singleElement()
                .asString()
                .contains("12,800,000 reads", "(sdf) show 0:");
        assertThat(err.toString()).contains("WARNING: in doubt: fio made 12,800,000 reads");
    }

    @Test
    void without_counters_of_the_disk_that_is_said_and_the_other_signs_decide() {
        assertThat(imported("fio-page-cache/no-counters.json").doubts()).isEmpty();
        assertThat(err.toString()).contains("no counters of the disk (disk_util)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fio-2.txt", "fio-3.txt"})
    void a_report_for_people_is_refused_and_nothing_is_written(String name) {
        String file = CASES.resolve("fio-report-for-people").resolve(name).toString();
        assertThat(run("--import", file, "--tier", "cloud")).isEqualTo(3);
        assertThat(err.toString()).contains("'" + file + "', line ", "HINT: ", "--output-format=json");
        assertThat(out.toString()).isEmpty();
        assertThat(tiers()).doesNotExist();
    }

    @Test
    void what_fio_prints_here_is_read_with_its_processes_apart() {
        Profile profile = imported("fio-3.33/each-process.json");
        assertResult(profile, AccessPattern.RANDOM_READ, 8, 17149.43 + 17092.95, 0.232299);
        assertResult(profile, AccessPattern.MIXED_70_READ, 8, 20865.07, 0.257604);
        assertResult(profile, AccessPattern.MIXED_70_WRITE, 8, 9121.94, 0.282636);
        assertResult(profile, AccessPattern.SYNC_WRITE, 1, 2526.24, 0.0148226 + 0.3778342);
        assertThat(profile.results()).hasSize(4);
        assertThat(profile.doubts()).isEmpty();
        assertThat(err.toString()).contains("job 'small' is left out: rw=randread of 4 KiB is no pattern of pgstow's");
    }

    @Test
    void what_fio_prints_here_is_read_with_its_processes_grouped() {
        Profile profile = imported("fio-3.33/grouped-with-bins.json");
        assertResult(profile, AccessPattern.RANDOM_READ, 8, 36424.29, 0.218426);
        assertThat(Objects.requireNonNull(profile.at(AccessPattern.RANDOM_READ, 8)
                        .orElseThrow()
                        .latency()
                        .p99()))
                .isCloseTo(0.000561152, within(0.000003));
        assertResult(profile, AccessPattern.MIXED_70_WRITE, 8, 9552.72, 0.271873);
        assertResult(profile, AccessPattern.SYNC_WRITE, 1, 4023.49, 0.0132797 + 0.2314012);
    }

    @Test
    void several_files_of_several_programs_make_one_tier() throws IOException {
        Profile profile = imported("fio-3.33/client.txt", "pg-test-fsync/postgres-15.txt");
        assertResult(profile, AccessPattern.RANDOM_READ, 8, 20547.73 + 20556.72, 0.193584);
        assertResult(profile, AccessPattern.SYNC_WRITE, 1, 7166.771, 0.139533);
        assertResult(profile, AccessPattern.FSYNC_WRITE, 1, 5725.622, 0.174653);
        assertThat(profile.engine()).isEqualTo("fio-3.33, pg_test_fsync (imported)");
        assertThat(Files.readString(tiers()))
                .contains(
                        "  - name: \"cloud\"\n    tablespaces: []\n",
                        "    durable: false\n",
                        "      engine: \"fio-3.33, pg_test_fsync (imported)\"\n",
                        "{pattern: \"sync-write\", depth: 1, iops: 7167, mibps: 55.99, mean_us: 139.5}");
    }

    @Test
    void an_existing_tier_keeps_its_own_part_and_other_tiers_stay() throws IOException {
        TwoTiers.write(tiers(), "40 GiB");
        String file = CASES.resolve("fio-json-between-text/run.log").toString();
        assertThat(run("--import", file, "--tier", "fast")).as(err.toString()).isZero();
        List<Tier> tiers = TiersFile.read(tiers()).tiers();
        assertThat(tiers).extracting(Tier::name).containsExactly("slow", "fast");
        Tier fast = tiers.get(1);
        assertThat(fast.tablespaces()).containsExactly("ts_fast");
        assertThat(fast.durable()).isTrue();
        assertThat(fast.device()).isEqualTo("b");
        assertThat(fast.capacity()).isEqualTo(new ByteSize(40L << 30));
        assertThat(Objects.requireNonNull(fast.profile()).results()).hasSize(1);
        assertThat(Objects.requireNonNull(tiers.get(0).profile()).engine()).isEqualTo("a test");
        assertThat(err.toString())
                .contains("what was measured of tier 'fast' by a test on 2026-01-01T00:00:00Z is replaced")
                .doesNotContain("is new");
    }

    @Test
    void one_bad_file_among_good_ones_changes_nothing() throws IOException {
        TwoTiers.write(tiers(), "40 GiB");
        String before = Files.readString(tiers());
        assertThat(run(
                        "--import",
                        CASES.resolve("fio-json-between-text/run.log").toString(),
                        directory.resolve("missing.json").toString(),
                        "--tier",
                        "fast"))
                .isEqualTo(3);
        assertThat(err.toString()).contains("no file '" + directory.resolve("missing.json") + "'");
        assertThat(Files.readString(tiers())).isEqualTo(before);
    }

    @Test
    void what_contradicts_an_import_is_a_usage_error() {
        String file = CASES.resolve("fio-json-between-text/run.log").toString();
        assertThat(run("--import", file)).isEqualTo(2);
        assertThat(run("--tier", "cloud")).isEqualTo(2);
        assertThat(run("--import", "--tier", "cloud")).isEqualTo(2);
        assertThat(run("--import", file, "--tier", " ")).isEqualTo(2);
        assertThat(run("--import", file, "--tier", "cloud", "--dir", "cloud=/tmp"))
                .isEqualTo(2);
        assertThat(run("--import", file, "--tier", "cloud", "--tablespace", "x"))
                .isEqualTo(2);
        assertThat(run("--import", file, "--tier", "cloud", "--thorough")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "--import needs a tier",
                        "--tier is for --import alone",
                        "--dir and --import exclude each other");
        assertThat(tiers()).doesNotExist();
    }

    @Test
    void programs_get_json() {
        String file = CASES.resolve("fio-json-between-text/run.log").toString();
        assertThat(run("--import", file, "--tier", "cloud", "--output", "json")).isZero();
        assertThat(out.toString()).startsWith("{").contains("\"engine\" : \"fio-3.41 (imported)\"");
    }
}
