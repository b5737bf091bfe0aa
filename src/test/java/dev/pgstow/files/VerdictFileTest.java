package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.Range;
import dev.pgstow.plan.Prediction;
import dev.pgstow.verify.Sides;
import dev.pgstow.verify.Verdict;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class VerdictFileTest {
    @TempDir
    Path directory;

    @Test
    void a_verdict_is_written_as_its_schema_says() {
        Prediction prediction = new Prediction(new Range(1.7, 1.9, 2.1), "the device of 'fast'", "page cache");
        Verdict verdict =
                Verdict.of(Sides.of(812, 797, 825, 801, 809), Sides.of(1490, 1522, 1466, 1501, 1498), prediction);
        Path file = directory.resolve("verdict.yaml");

        VerdictFile.write(file, verdict);

        YamlDocument document = YamlDocument.read(file, "verdict/1");
        document.throwProblems();
        JsonNode root = document.root();
        assertThat(root.path("verdict").asString()).isEqualTo("better");
        // 1498 / 809
        assertThat(root.path("tps_ratio").path("likely").asDouble()).isEqualTo(1.8517);
        assertThat(root.path("prediction").path("held").asBoolean()).isTrue();
        assertThat(root.path("before").path("runs").size()).isEqualTo(5);
        assertThat(root.path("workload").path("hash").asString()).isEqualTo(Sides.WORKLOAD.hash());
    }

    @Test
    void sides_that_cannot_be_compared_are_written_with_their_reasons() {
        Path file = directory.resolve("verdict.yaml");

        VerdictFile.write(file, Verdict.of(Sides.of(310, 1180, 1195), Sides.of(1188, 1201, 1192), null));

        YamlDocument document = YamlDocument.read(file, "verdict/1");
        document.throwProblems();
        assertThat(document.root().path("verdict").asString()).isEqualTo("not comparable");
        assertThat(document.root().has("prediction")).isFalse();
    }
}
