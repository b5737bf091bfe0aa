package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.pgstow.model.Declared;
import dev.pgstow.model.Limits;
import dev.pgstow.model.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresetsTest {
    /** A write that is flushed too takes twice the 10 ms of the slowest volume. */
    private static final double SLOWEST = 20e-3;

    @Test
    void every_preset_says_where_its_figures_come_from_and_what_limits_it() {
        assertThat(Presets.all()).hasSizeGreaterThan(15).allSatisfy(preset -> {
            assertThat(preset.declared().source())
                    .as(preset.name())
                    .startsWith("https://")
                    .containsPattern("20[0-9]{2}-[0-9]{2}");
            Limits caps = preset.declared().caps();
            assertThat(caps.totalIops() != null || (caps.readIops() != null && caps.writeIops() != null))
                    .as(preset.name())
                    .isTrue();
            assertThat(preset.tablespaces()).isEmpty();
            assertThat(preset.profile()).isNull();
        });
        assertThat(Presets.all()).extracting(Tier::name).doesNotHaveDuplicates();
    }

    @Test
    void a_preset_has_all_latencies_or_says_that_none_is_promised() {
        assertThat(Presets.all()).allSatisfy(preset -> {
            Declared declared = preset.declared();
            if (String.valueOf(declared.source()).contains("no latency is promised")) {
                assertThat(Arrays.asList(declared.readLatency(), declared.writeLatency(), declared.syncLatency()))
                        .as(preset.name())
                        .containsOnlyNulls();
            } else {
                assertThat(declared.readLatency()).as(preset.name()).isBetween(1e-5, SLOWEST);
                assertThat(declared.writeLatency()).as(preset.name()).isBetween(1e-5, SLOWEST);
                assertThat(declared.syncLatency()).as(preset.name()).isBetween(declared.writeLatency(), SLOWEST);
            }
        });
    }

    @Test
    void what_is_lost_with_the_machine_is_a_disk_inside_it_and_nothing_else() {
        assertThat(Presets.all())
                .allSatisfy(preset -> assertThat(preset.durable())
                        .as(preset.name())
                        .isEqualTo(!preset.name().matches(".*(-nvme|local-ssd)")));
        assertThat(Presets.all())
                .filteredOn(preset -> !preset.durable())
                .hasSize(3)
                .allSatisfy(preset -> assertThat(preset.declared().source())
                        .contains("lost when")
                        .contains("stops"));
    }

    @Test
    void a_burst_is_above_the_caps() {
        assertThat(Presets.all())
                .filteredOn(preset -> preset.declared().burst() != null)
                .hasSizeGreaterThan(5)
                .allSatisfy(preset -> {
                    Limits caps = preset.declared().caps();
                    Declared.Burst burst = preset.declared().burst();
                    assertThat(burst.iops()).as(preset.name()).isGreaterThan(caps.totalIops());
                    if (burst.bytesPerSecond() != null) {
                        assertThat(burst.bytesPerSecond()).as(preset.name()).isGreaterThan(caps.totalBytesPerSecond());
                    }
                });
    }

    /** Worked out from the sentences of the sources, in bytes. */
    @Test
    void figures_are_those_of_the_sources_in_our_units() {
        double mib = 1 << 20;
        Declared ocean = Presets.named("digitalocean-volume").declared();
        assertThat(ocean.caps().totalBytesPerSecond()).isCloseTo(200e6, withinPercentage(0.1));
        assertThat(ocean.burst().bytesPerSecond()).isCloseTo(300e6, withinPercentage(0.1));
        assertThat(ocean.burst().lasts()).isEqualTo(Duration.ofSeconds(60));
        assertThat(ocean.readLatency()).isCloseTo(0.010, withinPercentage(0.1));
        assertThat(Presets.named("azure-ultra-disk").declared().caps().totalBytesPerSecond())
                .isCloseTo(10_000e6, withinPercentage(0.1));
        Limits local = Presets.named("gcp-local-ssd").declared().caps();
        assertThat(local.readIops()).isEqualTo(680_000 / 4.0);
        assertThat(local.writeIops()).isEqualTo(360_000 / 4.0);
        assertThat(local.readBytesPerSecond()).isCloseTo(2_650e6 / 4, withinPercentage(0.1));
        assertThat(local.writeBytesPerSecond()).isCloseTo(1_400e6 / 4, withinPercentage(0.1));
        Declared hdd = Presets.named("aws-st1-1tib").declared();
        assertThat(hdd.caps().totalBytesPerSecond()).isEqualTo(40 * mib);
        assertThat(hdd.burst().lasts().toMinutes() * 60 * 250 * mib).isCloseTo(1L << 40, withinPercentage(1));
    }

    @Test
    void they_are_a_tiers_file_without_problems(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("presets.yaml");
        try (InputStream in = Presets.class.getResourceAsStream("/presets.yaml")) {
            Files.copy(in, file);
        }

        assertThat(TiersFile.read(file).tiers()).isEqualTo(Presets.all());
    }

    @Test
    void a_wrong_name_lists_all() {
        assertThat(Presets.named("aws-gp3").declared().caps().totalIops()).isEqualTo(3000);
        assertThatThrownBy(() -> Presets.named("gp3")).hasMessage("no preset 'gp3'");
    }
}
