package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.PgstowException;
import dev.pgstow.verify.Baseline;
import dev.pgstow.verify.PgbenchScripts;
import dev.pgstow.verify.PgbenchScripts.Protocol;
import dev.pgstow.verify.PgbenchScripts.Script;
import dev.pgstow.verify.Sides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaselineFileTest {
    @TempDir
    Path directory;

    @Test
    void a_side_measured_with_statements_comes_back_as_it_was() {
        Baseline baseline = Sides.of(812.125, 797, 825, 801, 809);
        Path file = directory.resolve("baseline.yaml");

        BaselineFile.write(file, baseline);

        assertThat(BaselineFile.read(file)).isEqualTo(baseline);
        assertThat(BaselineFile.read(file).medianTps()).isEqualTo(809);
        assertThat(BaselineFile.read(file).clients()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\set id random(1, 10)\nselect 1 where 1 = :id;\n",
                "select 1;\n  -- indented\n\n\tselect 'ü';",
                "  select 1;\nselect 2;\n",
                "\nselect 1;\n",
                "select 1;\r\nselect 2;\r\n",
                "select 1;\n\n\n",
                "select 1; \n",
                "select 1;\n   ",
                "\ufeffselect 1;\n",
                "select '---';\n---\n...\n# not a comment\n"
            })
    void a_script_comes_back_character_by_character(String text) {
        PgbenchScripts scripts = new PgbenchScripts(
                List.of(new Script("no.sql", 3, false, text), new Script("select-only", 1, true, "")),
                Map.of("naccts", "100000", "yes", "no"),
                Protocol.PREPARED);
        Baseline baseline = Sides.of(Sides.load(scripts), 100, 101, 102);
        Path file = directory.resolve("baseline.yaml");

        BaselineFile.write(file, baseline);

        assertThat(BaselineFile.read(file)).isEqualTo(baseline);
    }

    @Test
    void a_script_of_plain_lines_is_written_as_its_author_wrote_it() throws IOException {
        PgbenchScripts scripts = new PgbenchScripts(
                List.of(new Script("read.sql", 1, false, "\\set id random(1, 10)\nselect :id;\n")),
                Map.of(),
                Protocol.SIMPLE);
        Path file = directory.resolve("baseline.yaml");

        BaselineFile.write(file, Sides.of(Sides.load(scripts), 100));

        assertThat(Files.readString(file))
                .contains("      text: |\n        \\set id random(1, 10)\n        select :id;\n");
    }

    @Test
    void a_workload_that_was_edited_after_it_was_measured_is_refused() throws IOException {
        Path file = directory.resolve("baseline.yaml");
        BaselineFile.write(file, Sides.of(100, 101));
        Files.writeString(file, Files.readString(file).replace("weight: 70", "weight: 71"));

        assertThatThrownBy(() -> BaselineFile.read(file))
                .isInstanceOf(PgstowException.class)
                .hasMessageContaining("the workload is not the one that was measured");
    }

    @Test
    void all_problems_of_a_file_are_told_at_once_with_their_lines() throws IOException {
        Path file = directory.resolve("baseline.yaml");
        BaselineFile.write(file, Sides.of(100, 101));
        String text = Files.readString(file);
        List<String> lines = text.lines().toList();
        int clients = lines.indexOf("  clients: 4") + 1;
        int started = lines.indexOf("server_started: \"2026-11-30T01:00:00Z\"") + 1;
        Files.writeString(
                file, text.replace("  clients: 4", "  clients: many").replace("2026-11-30T01:00:00Z", "yesterday"));

        assertThatThrownBy(() -> BaselineFile.read(file))
                .hasMessageContaining(file + ":" + clients + ": load/clients: 'many' must be a integer")
                .hasMessageContaining(file + ":" + started + ": 'yesterday' is not a time");
    }
}
