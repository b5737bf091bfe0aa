package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresetsTest {
    @Test
    void every_preset_says_where_its_figures_come_from_and_what_a_model_needs() {
        assertThat(Presets.all()).hasSizeGreaterThan(8).allSatisfy(preset -> {
            assertThat(preset.declared().source())
                    .as(preset.name())
                    .startsWith("https://")
                    .containsPattern("20[0-9]{2}-[0-9]{2}");
            assertThat(preset.declared().readLatency()).as(preset.name()).isBetween(1e-5, 1e-2);
            assertThat(preset.declared().writeLatency()).as(preset.name()).isBetween(1e-5, 1e-2);
            assertThat(preset.declared().syncLatency()).as(preset.name()).isBetween(1e-5, 1e-2);
            assertThat(preset.declared().caps().totalIops()).as(preset.name()).isNotNull();
            assertThat(preset.tablespaces()).isEmpty();
        });
        assertThat(Presets.all()).extracting(Tier::name).doesNotHaveDuplicates();
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
