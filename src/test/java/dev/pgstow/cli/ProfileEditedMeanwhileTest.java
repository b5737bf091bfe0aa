package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.TiersFile;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Tier;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person edits the tiers file while its tier is measured. */
class ProfileEditedMeanwhileTest {
    private static final String BEFORE = """
            pgstow: tiers/1
            tiers:
              - name: "volume"
                tablespaces: []
                durable: true
                capacity: "7 GiB"
            """;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write_the_file() throws IOException {
        file = Files.writeString(directory.resolve("tiers.yaml"), BEFORE);
    }

    @Test
    void what_was_edited_and_what_was_measured_are_both_in_the_file() throws IOException {
        String edited = BEFORE.replace("7 GiB", "9 GiB") + """
                    price_per_gib_month: 0.25 # since October
                  - name: "added"
                    tablespaces: ["archive"]
                    durable: false
                """;

        Editor err = profileWhileWriting(edited);

        assertThat(err.status).as(err::toString).isZero();
        List<Tier> tiers = TiersFile.read(file).tiers();
        assertThat(tiers).extracting(Tier::name).containsExactly("volume", "added");
        assertThat(tiers.get(0).profile()).isNotNull();
        assertThat(tiers.get(1).tablespaces()).containsExactly("archive");
        assertThat(Files.readString(file)).contains("capacity: \"9 GiB\"", "0.25 # since October");
        assertThat(beside()).doesNotExist();
    }

    @Test
    void a_file_that_is_no_yaml_by_then_is_left_and_the_figures_are_beside_it() throws IOException {
        String edited = BEFORE.replace("\"volume\"", "\"volume");
        Files.writeString(beside(), "of another day");

        Editor err = profileWhileWriting(edited);

        assertThat(err.status).isEqualTo(3);
        assertThat(err.toString())
                .contains("error (bad-file): '" + file
                        + "' was edited during the measurement and cannot be read any more: " + file + ":")
                .contains("What was measured is in '" + beside() + "'");
        assertThat(Files.readString(file)).isEqualTo(edited);
        Tier tier = TiersFile.read(beside()).tiers().get(0);
        assertThat(tier.name()).isEqualTo("volume");
        assertThat(tier.capacity()).isEqualTo(new ByteSize(7L << 30));
        assertThat(tier.profile()).isNotNull();
    }

    @Test
    void a_file_that_is_gone_by_then_is_written_as_it_was() {
        Editor err = profileWhileWriting(null);

        assertThat(err.status).as(err::toString).isZero();
        Tier tier = TiersFile.read(file).tiers().get(0);
        assertThat(tier.capacity()).isEqualTo(new ByteSize(7L << 30));
        assertThat(tier.profile()).isNotNull();
    }

    private Path beside() {
        return directory.resolve("tiers.yaml.new");
    }

    private Editor profileWhileWriting(@Nullable String edited) {
        Editor err = new Editor(edited);
        Console console = new Console(new PrintWriter(new StringWriter()), new PrintWriter(err, true));
        err.status = Pgstow.commandLine(console)
                .execute(
                        "profile",
                        "--dir",
                        "volume=" + directory,
                        "--size",
                        "16MiB",
                        "--time",
                        "0.1s",
                        "-o",
                        file.toString());
        return err;
    }

    /** Edits the file, or deletes it, as soon as it reads that the tier is being measured. */
    private final class Editor extends StringWriter {
        private final @Nullable String text;
        private boolean done;
        private int status;

        private Editor(@Nullable String text) {
            this.text = text;
        }

        @Override
        public void write(String line, int from, int length) {
            super.write(line, from, length);
            if (!done && line.startsWith("measuring tier 'volume'")) {
                done = true;
                edit();
            }
        }

        private void edit() {
            try {
                if (text == null) {
                    Files.delete(file);
                } else {
                    Files.writeString(file, text);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
