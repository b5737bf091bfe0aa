package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.FioRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FioJsonTest {
    private static final String SMALL = """
            {
              "fio version": "fio-3.35",
              "timestamp": 1790000100,
              "jobs": [{
                "jobname": "a", "groupid": 0, "error": 0,
                "read": {"iops": 250.0, "bw_bytes": 2048000, "total_ios": 2500, "runtime": 10000,
                         "lat_ns": {"mean": 4000000.0}, "clat_ns": {"percentile": {"99.000000": 9000000}}}
              }]
            }
            """;

    private static FioRun real(String name) throws IOException {
        return new FioJson().read(name, Files.readString(Path.of("src/test/resources/cases/fio-3.33", name)));
    }

    @Test
    void entries_of_each_process_are_read_with_the_options_of_their_job() throws IOException {
        FioRun run = real("each-process.json");
        assertThat(run.version()).isEqualTo("fio-3.33");
        assertThat(run.endedAt()).isEqualTo(Instant.parse("2026-12-01T02:43:15Z"));
        assertThat(run.jobs())
                .extracting(FioRun.Job::name)
                .containsExactly("lookup", "lookup", "mixed", "mixed", "commit", "small");
        assertThat(run.jobs()).extracting(FioRun.Job::group).containsExactly(0, 0, 1, 1, 2, 3);
        FioRun.Job lookup = run.jobs().get(0);
        assertThat(lookup.options())
                .containsEntry("direct", "1")
                .containsEntry("rw", "randread")
                .containsEntry("numjobs", "2");
        assertThat(lookup.read().iops()).isEqualTo(17149.425287);
        assertThat(lookup.read().bytesPerSecond()).isEqualTo(140_488_091);
        assertThat(lookup.read().requests()).isEqualTo(34_316);
        assertThat(lookup.read().latency().mean()).isCloseTo(231.912015e-6, within(1e-12));
        assertThat(lookup.read().latency().p99()).isCloseTo(724.992e-6, within(1e-12));
        assertThat(lookup.write().requests()).isZero();
        assertThat(lookup.sync()).isNull();
        assertThat(run.disks()).containsExactly(new FioRun.Disk("vda", 141_562, 33_535 + 169));
    }

    @Test
    void the_option_of_a_job_overrides_the_global_one_and_syncs_have_their_latency() throws IOException {
        FioRun.Job commit = real("each-process.json").jobs().get(4);
        assertThat(commit.options()).containsEntry("direct", "0").containsEntry("fdatasync", "1");
        assertThat(Objects.requireNonNull(commit.sync()).mean()).isCloseTo(377.834233e-6, within(1e-12));
    }

    @Test
    void bins_of_json_plus_do_no_harm() throws IOException {
        FioRun run = real("grouped-with-bins.json");
        assertThat(run.jobs()).extracting(FioRun.Job::name).containsExactly("lookup", "mixed", "commit", "small");
        assertThat(run.jobs().get(0).read().iops()).isEqualTo(36424.287856);
        assertThat(run.jobs().get(0).options()).containsEntry("group_reporting", "1");
    }

    @Test
    void the_sum_of_all_clients_is_no_entry_of_its_own() throws IOException {
        FioRun run = real("client.txt");
        assertThat(run.jobs()).extracting(FioRun.Job::name).containsExactly("lookup", "lookup");
        assertThat(run.jobs()).extracting(FioRun.Job::host).containsOnly("127.0.0.1");
        assertThat(run.jobs().get(1).read().iops()).isEqualTo(20556.721639);
        assertThat(run.jobs().get(1).options()).containsEntry("rw", "randread");
    }

    @Test
    void text_before_and_after_is_counted_and_not_read() throws IOException {
        String text = Files.readString(Path.of("src/test/resources/cases/fio-3.33/json-and-normal.txt"));
        FioJson.Reports reports = FioJson.reports("x", text);
        assertThat(reports.runs()).hasSize(1);
        String before = text.substring(0, text.indexOf("\n{") + 1);
        String after = text.substring(text.indexOf("\n}\n") + 3);
        assertThat(reports.others()).isEqualTo(new FioJson.OtherLines(lines(before), 0, lines(after)));
        assertThat(lines(after)).isGreaterThan(40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%s",
                "\n\n{ not JSON\n%s{ nor this }\n} {\n",
                "[r(1)][50%%]\n[1, 2]\n{\"other\": {\"json\": 1}}\n%s",
                "[\n%s\n]",
                "{\"results\": {\"read\": %s}, \"host\": \"db1\"}",
                "fio: a line without an end %s",
            })
    void a_report_is_found_wherever_it_stands(String around) {
        FioRun run = new FioJson().read("x", String.format(around, SMALL));
        assertThat(run.jobs()).hasSize(1);
        assertThat(run.jobs().get(0).read().iops()).isEqualTo(250);
        assertThat(run.jobs().get(0).read().latency().mean()).isCloseTo(0.004, within(1e-12));
        assertThat(run.disks()).isEmpty();
    }

    @Test
    void keys_may_be_sorted_and_a_number_that_is_none_does_no_harm_where_it_is_not_needed() {
        FioRun run = new FioJson()
                .read(
                        "x",
                        SMALL.replace("\"jobs\":", "\"disk_util\": [], \"bw_dev\": -nan, \"x\": nan, \"jobs\":")
                                .replace("\"fio version\": \"fio-3.35\",", "\"a\": 1,")
                                .replace("}]\n}", "}],\n\"fio version\": \"fio-3.35\"}"));
        assertThat(run.version()).isEqualTo("fio-3.35");
        assertThat(run.endedAt()).isEqualTo(Instant.parse("2026-09-21T14:15:00Z"));
    }

    @Test
    void of_several_reports_all_are_read_and_the_last_is_the_run() {
        String second = SMALL.replace("250.0", "260.0");
        FioJson.Reports reports = FioJson.reports("x", SMALL + "then\n" + second);
        assertThat(reports.runs()).hasSize(2);
        assertThat(reports.others()).isEqualTo(new FioJson.OtherLines(0, 1, 0));
        assertThat(new FioJson().read("x", SMALL + second).jobs().get(0).read().iops())
                .isEqualTo(260);
    }

    @Test
    void both_directions_in_one_are_those_of_a_job_that_has_only_one() {
        String unified = SMALL.replace("\"read\": {", "\"job options\": {\"rw\": \"randread\"}, \"mixed\": {");
        assertThat(new FioJson().read("x", unified).jobs().get(0).read().requests())
                .isEqualTo(2500);
    }

    @Test
    void a_mix_reported_as_one_is_marked() {
        FioRun.Job job = new FioJson()
                .read("x", SMALL.replace("\"read\": {", "\"mixed\": {"))
                .jobs()
                .get(0);
        assertThat(job.options()).containsEntry("unified_rw_reporting", "mixed");
    }

    @Test
    void a_sum_of_all_clients_that_stands_alone_counts() {
        FioRun run = new FioJson()
                .read("x", SMALL.replace("\"jobs\"", "\"client_stats\"").replace("\"a\"", "\"All clients\""));
        assertThat(run.jobs()).extracting(FioRun.Job::name).containsExactly("All clients");
    }

    @Test
    void where_an_old_fio_does_not_count_requests_rate_and_time_tell() {
        FioRun run = new FioJson().read("x", SMALL.replace("\"total_ios\": 2500, ", ""));
        assertThat(run.jobs().get(0).read().requests()).isEqualTo(2500);
    }

    @Test
    void no_latencies_are_not_taken_for_short_ones() {
        for (String without : new String[] {
            SMALL.replace("\"lat_ns\"", "\"other\""),
            SMALL.replace("4000000.0", "0.0"),
            SMALL.replace("lat_ns", "other")
        }) {
            assertBad(without, "job 'a' has no latencies (neither 'lat_ns' nor 'lat')");
        }
    }

    @Test
    void damage_is_told_with_its_line() {
        assertBad(
                "banner\n" + SMALL.substring(0, SMALL.indexOf("\"lat_ns\"")),
                "'x', line 8: the JSON of fio breaks off");
        assertBad(SMALL.replace("2500,", "2500;"), "'x', line 6: the JSON of fio breaks off or is damaged");
        assertBad(SMALL.replace("250.0", "\"fast\""), "'iops' is \"fast\" and not a number that fio counts");
        assertBad(SMALL.replace("250.0", "2e308"), "'iops' is ");
        assertBad(SMALL.replace("250.0", "-3"), "'iops' is -3 and not a number that fio counts");
        assertBad(SMALL.replace("1790000100", "1e300"), "timestamp");
        assertBad("{\"fio version\": \"fio-3.35\", \"jobs\": []}", "a report of fio without jobs");
        assertBad("nothing", "'x' has no JSON of fio in it");
    }

    @Test
    void one_sentence_tells_what_is_ignored_and_where() {
        assertThat(FioJson.OtherLines.NONE.notice()).isNull();
        assertThat(new FioJson.OtherLines(4, 0, 5).notice())
                .isEqualTo("9 line(s) that are no JSON of fio are ignored: 4 before it, 5 after it");
        assertThat(FioJson.reports("x", "a\n\n" + SMALL + "b\nc\n" + SMALL + "d\n")
                        .others())
                .isEqualTo(new FioJson.OtherLines(1, 2, 1));
    }

    private static int lines(String text) {
        return (int) text.lines().filter(line -> !line.isBlank()).count();
    }

    private static void assertBad(String text, String message) {
        assertThatThrownBy(() -> new FioJson().read("x", text)).isInstanceOfSatisfying(PgstowException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE);
            assertThat(e.getMessage()).contains(message);
            assertThat(e.hint()).isNotEmpty();
        });
    }
}
