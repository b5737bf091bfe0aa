package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.advise.Shop;
import dev.pgstow.files.PlanFile;
import dev.pgstow.files.SnapshotFile;
import dev.pgstow.files.TiersFile;
import dev.pgstow.plan.Plan;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviseCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void write_what_profile_and_collect_would() {
        Shop shop = Shop.products().onTwoTiers(578e-6, 3000, 30e-6, 20_000, 200).observed(1, 668, 2.12 * 0.59e-3);
        TiersFile.write(directory.resolve("tiers.yaml"), shop.tiers());
        try (SnapshotFile file = new SnapshotFile(directory.resolve("activity.snap"))) {
            shop.snapshots().forEach(file::append);
        }
    }

    private int run(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "advise",
                "--tiers",
                directory.resolve("tiers.yaml").toString(),
                "--snapshots",
                directory.resolve("activity.snap").toString(),
                "-o",
                directory.resolve("plan.yaml").toString(),
                "--cores",
                "2"));
        arguments.addAll(List.of(more));
        Console console = new Console(new PrintWriter(out, true), new PrintWriter(err, true));
        return Pgstow.commandLine(console).execute(arguments.toArray(new String[0]));
    }

    @Test
    void a_plan_is_written_and_shown_with_what_it_brings() {
        assertThat(run("--clients", "16")).as(err.toString()).isZero();
        Plan plan = PlanFile.read(directory.resolve("plan.yaml"));
        assertThat(plan.moves()).hasSize(2);
        assertThat(plan.basis().clients()).isEqualTo(16);
        assertThat(out.toString())
                .contains("shop.public.products_pkey", "ts_fast", "reindex", "share-update-exclusive")
                .contains("0.85 of 2.12 device reads per transaction, 14x cheaper on fast")
                .contains("moves 23 % of the bytes and 54 % of the reads; expected TPS ratio ")
                .contains("with 16 client(s); then the limit is what tier 'slow' can do")
                .endsWith("plan: " + directory.resolve("plan.yaml") + "\n");
        assertThat(PlanFile.text(plan)).isEqualTo(text(directory.resolve("plan.yaml")));
    }

    @Test
    void nothing_to_move_is_said_and_is_no_failure() {
        assertThat(run("--exclude", "*")).isZero();
        assertThat(out.toString()).contains("nothing is worth moving");
        assertThat(PlanFile.read(directory.resolve("plan.yaml")).moves()).isEmpty();
    }

    @Test
    void pins_capacities_and_a_measured_rate_reach_the_advice() {
        assertThat(run("--clients", "1", "--measured-tps", "668", "--capacity", "fast=2GiB", "--pin", "*_gtin=stay"))
                .as(err.toString())
                .isZero();
        assertThat(PlanFile.read(directory.resolve("plan.yaml")).moves())
                .extracting(move -> move.relation().name())
                .containsExactlyInAnyOrder("products", "products_pkey");
    }

    @Test
    void programs_get_json() {
        assertThat(run("--output", "json")).isZero();
        assertThat(out.toString()).startsWith("{").contains("\"bytesMoved\"", "\"moves\"", "\"stays\"");
    }

    @Test
    void bad_options_and_files_have_their_exit_codes() throws IOException {
        assertThat(run("--measured-tps", "100")).isEqualTo(2);
        assertThat(run("--pin", "nonsense")).isEqualTo(2);
        assertThat(run("--min-gain", "0.5")).isEqualTo(2);
        assertThat(run("--capacity", "slwo=1GiB")).isEqualTo(2);
        assertThat(run("--target", "nowhere")).isEqualTo(2);
        assertThat(run("--pin", "products=ts_fast")).isEqualTo(5);
        assertThat(run("--pin", "products=ts_fast", "--target", "pg_default")).isEqualTo(2);
        assertThat(err.toString()).contains("not among the tablespaces of --target\nHINT: Add --target ts_fast,");
        Files.delete(directory.resolve("tiers.yaml"));
        assertThat(run()).isEqualTo(3);
        assertThat(directory.resolve("plan.yaml")).doesNotExist();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
