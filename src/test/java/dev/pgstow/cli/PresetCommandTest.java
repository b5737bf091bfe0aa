package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.Presets;
import dev.pgstow.files.TiersFile;
import dev.pgstow.model.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PresetCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"list", "help"})
    void all_presets_are_shown_without_anything_else(String word) {
        Path nowhere = directory.resolve("missing").resolve("tiers.yaml");

        assertThat(run("--preset", word, "-o", nowhere.toString())).isZero();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(2 + Presets.all().size());
        assertThat(lines.get(0)).matches("preset +durable +IOPS +MiB/s +per GiB, month  source");
        assertThat(lines)
                .anyMatch(line -> line.matches("aws-gp3 +yes +3,000 +125 +0\\.080 USD  https://.*"))
                .anyMatch(line -> line.matches("aws-i4i-xlarge-nvme +no +100,000 / 55,000 +- +-  https://.*"))
                .anyMatch(line -> line.matches("gcp-local-ssd +no +170,000 / 90,000 +632 / 334 +-  https://.*"));
        assertThat(err.toString()).isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void programs_get_them_as_json() {
        assertThat(run("--preset", "list", "--output", "json")).isZero();
        assertThat(out.toString()).startsWith("{").contains("\"name\" : \"aws-gp3\"", "\"totalIops\" : 3000.0");
    }

    @Test
    void a_wrong_name_lists_all() {
        assertThat(run("--preset", "gp3", "-o", file().toString())).isEqualTo(2);
        assertThat(err.toString())
                .contains("no preset 'gp3'", "aws-gp3, ", "digitalocean-volume; '--preset list' shows their figures.");
        assertThat(file()).doesNotExist();
    }

    @Test
    void an_existing_tier_without_a_price_gets_that_of_the_preset() throws IOException {
        TwoTiers.write(file(), "40 GiB");

        assertThat(run("--preset", "fast=aws-gp3", "-o", file().toString()))
                .as(err::toString)
                .isZero();

        Tier fast = tier("fast");
        assertThat(fast.pricePerGibMonth()).isEqualTo(0.08);
        assertThat(fast.declared().caps().totalIops()).isEqualTo(3000);
        assertThat(fast.profile()).isNotNull();
        assertThat(tier("slow").pricePerGibMonth()).isNull();
    }

    @Test
    void a_price_that_its_owner_wrote_is_kept() throws IOException {
        TwoTiers.write(file(), "40 GiB");
        Files.writeString(
                file(),
                Files.readString(file())
                        .replace(
                                "capacity: \"40 GiB\"", "capacity: \"40 GiB\"\n  price_per_gib_month: 0.5 # with tax"));

        assertThat(run("--preset", "fast=aws-gp3", "-o", file().toString()))
                .as(err::toString)
                .isZero();

        assertThat(tier("fast").pricePerGibMonth()).isEqualTo(0.5);
        assertThat(tier("fast").declared().caps().totalIops()).isEqualTo(3000);
        assertThat(Files.readString(file())).contains("price_per_gib_month: 0.5 # with tax");
    }

    private Path file() {
        return directory.resolve("tiers.yaml");
    }

    private Tier tier(String name) {
        return TiersFile.read(file()).tiers().stream()
                .filter(tier -> tier.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private int run(String... arguments) {
        Console console = new Console(new PrintWriter(out, true), new PrintWriter(err, true));
        List<String> all = new ArrayList<>(List.of("profile"));
        all.addAll(List.of(arguments));
        return Pgstow.commandLine(console).execute(all.toArray(String[]::new));
    }
}
