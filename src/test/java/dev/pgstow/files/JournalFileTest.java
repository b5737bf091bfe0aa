package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.migrate.JournalEntry;
import dev.pgstow.migrate.Outcome;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalFileTest {
    private static final Instant NOW = Instant.parse("2026-08-12T02:00:00.123Z");
    private static final RelationName NAME = new RelationName("shop", "a.b", "two\nlines \"😀\" {0}");
    private static final Move MOVE = new Move(
            NAME,
            RelationKind.INDEX,
            4294967295L,
            "pg_default",
            "fast",
            Method.REINDEX,
            ByteSize.ofMiB(3),
            new DurationRange(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ofSeconds(95)),
            new ByteSize(12345),
            "0.29 of 2.12 reads");
    private static final JournalEntry.Opened OPENED = new JournalEntry.Opened(
            NOW,
            "20260812T020000-3fa2",
            "plan.yaml",
            "ab12",
            new Cluster("7421", new ServerVersion(170011)),
            List.of(MOVE));
    private static final JournalEntry STARTED = new JournalEntry.Started(NOW, NAME, 4294967295L, List.of(5L));
    private static final JournalEntry ENDED =
            new JournalEntry.Ended(NOW, NAME, Outcome.MOVED, Duration.ofMillis(1234), 2, "", 7, List.of(9L));

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("plan.journal");
    }

    private void write(JournalEntry... entries) {
        try (JournalFile journal = JournalFile.create(file, OPENED)) {
            for (JournalEntry entry : entries) {
                journal.append(entry);
            }
        }
    }

    @Test
    void what_was_written_is_read_back() {
        JournalEntry resumed = new JournalEntry.Resumed(NOW, 4711, "02:00-04:00");
        write(resumed, STARTED, ENDED);

        assertThat(JournalFile.read(file)).hasValueSatisfying(history -> {
            assertThat(history.opened()).isEqualTo(OPENED);
            assertThat(history.entries()).containsExactly(resumed, STARTED, ENDED);
        });
    }

    @Test
    void each_entry_is_one_line_that_is_there_before_the_next_call() throws IOException {
        try (JournalFile journal = JournalFile.create(file, OPENED)) {
            assertThat(Files.readAllLines(file)).hasSize(1);
            journal.append(STARTED);
            assertThat(Files.readAllLines(file)).hasSize(2);
        }
        assertThat(Files.readString(file))
                .startsWith("{\"pgstow\":\"journal/1\",\"entry\":\"opened\"")
                .endsWith("}\n");
    }

    @Test
    void a_last_line_that_a_crash_cut_off_is_dropped_and_said_so() throws IOException {
        write(STARTED, ENDED);
        byte[] whole = Files.readAllBytes(file);
        for (int cut : List.of(1, 2, 40)) {
            Files.write(file, java.util.Arrays.copyOf(whole, whole.length - cut));

            try (JournalFile journal = JournalFile.resume(file)) {
                assertThat(journal.torn()).isTrue();
                assertThat(journal.history().entries()).containsExactly(STARTED);
                journal.append(ENDED);
            }
            assertThat(Files.readAllBytes(file))
                    .as("appended in place of the torn line")
                    .isEqualTo(whole);
        }
    }

    @Test
    void a_whole_journal_is_not_torn() {
        write(STARTED);

        try (JournalFile journal = JournalFile.resume(file)) {
            assertThat(journal.torn()).isFalse();
        }
    }

    @Test
    void a_line_damaged_in_the_middle_is_an_error_with_its_number() throws IOException {
        write(STARTED, ENDED);
        List<String> lines = Files.readAllLines(file);
        Files.write(file, List.of(lines.get(0), lines.get(1).substring(5), lines.get(2)));

        assertThatThrownBy(() -> JournalFile.read(file))
                .isInstanceOf(PgstowException.class)
                .hasMessageStartingWith(file + ":2: damaged: ");
    }

    @Test
    void a_file_that_is_no_journal_is_refused() throws IOException {
        Files.writeString(file, "{\"pgstow\":\"journal/2\",\"entry\":\"opened\"}\n");

        assertThatThrownBy(() -> JournalFile.read(file))
                .isInstanceOf(PgstowException.class)
                .hasMessage(file + ":1: not a file of format 'journal/1'");
    }

    @Test
    void an_existing_file_is_never_begun_anew() throws IOException {
        Files.writeString(file, "precious", StandardOpenOption.CREATE_NEW);

        assertThatThrownBy(() -> JournalFile.create(file, OPENED)).isInstanceOf(PgstowException.class);
        assertThat(Files.readString(file)).isEqualTo("precious");
    }

    @Test
    void no_file_and_an_empty_one_have_no_history() throws IOException {
        assertThat(JournalFile.read(file)).isEmpty();
        Files.writeString(file, "{\"pgstow\":\"jour");
        assertThat(JournalFile.read(file)).isEmpty();
    }

    @Test
    void only_one_process_writes_a_journal() {
        write();
        try (JournalFile first = JournalFile.resume(file)) {
            assertThat(first.torn()).isFalse();
            assertThatThrownBy(() -> JournalFile.resume(file))
                    .isInstanceOf(PgstowException.class)
                    .hasMessage("another process writes the journal '" + file + "'");
        }
    }

    @Test
    void its_name_comes_from_the_plans() {
        assertThat(JournalFile.beside(Path.of("/d/night.yaml"))).isEqualTo(Path.of("/d/night.journal"));
        assertThat(JournalFile.beside(Path.of("night"))).isEqualTo(Path.of("night.journal"));
        assertThat(PlanFileNames.undo(Path.of("/d/night.yaml"))).isEqualTo(Path.of("/d/night.undo.yaml"));
        assertThat(JournalFile.beside(PlanFileNames.undo(Path.of("/d/night.journal"))))
                .isEqualTo(Path.of("/d/night.undo.journal"));
    }
}
