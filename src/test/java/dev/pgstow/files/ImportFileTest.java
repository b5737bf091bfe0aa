package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Tiers;
import dev.pgstow.profile.Import;
import dev.pgstow.profile.ImportedFile;
import dev.pgstow.profile.TierImport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImportFileTest {
    private static final Path CASES = Path.of("src/test/resources/cases");

    /** As PostgreSQL 9.1 printed it: without microseconds. */
    private static final String OLD = """
            2 seconds per test
            O_DIRECT supported on this platform for open_datasync and open_sync.

            Compare file sync methods using one 8kB write:
            (in wal_sync_method preference order, except fdatasync
            is Linux's default)
                    open_datasync                 n/a*
                    fdatasync                      88.262 ops/sec
                    fsync                          41.5 ops/sec
                    fsync_writethrough            n/a
                    open_sync (non-direct I/O)*    40.001 ops/sec
            * This file system and its mount options do not support direct
            I/O, e.g. ext4 in journaled mode.

            Compare file sync methods using two 8kB writes:
                    fdatasync                      77.000 ops/sec
            """;

    @TempDir
    private Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("result"), text);
    }

    @Test
    void output_of_pg_test_fsync_is_known_by_its_content() {
        ImportedFile file = ImportFile.read(CASES.resolve("pg-test-fsync/postgres-15.txt"));
        assertThat(file.syncRates())
                .containsExactly(
                        new ImportedFile.SyncRate("open_datasync", 8192, 5691.556),
                        new ImportedFile.SyncRate("fdatasync", 8192, 7166.771),
                        new ImportedFile.SyncRate("fsync", 8192, 5725.622),
                        new ImportedFile.SyncRate("open_sync", 8192, 6383.689));
        assertThat(file.runs()).isEmpty();
        assertThat(file.notices()).isEmpty();
    }

    @Test
    void only_the_section_of_one_write_counts_in_every_version() throws IOException {
        Path path = file(OLD);
        Files.setLastModifiedTime(path, FileTime.from(Instant.parse("2026-03-04T05:06:07.89Z")));
        ImportedFile file = ImportFile.read(path);
        assertThat(file.syncRates())
                .containsExactly(
                        new ImportedFile.SyncRate("fdatasync", 8192, 88.262),
                        new ImportedFile.SyncRate("fsync", 8192, 41.5),
                        new ImportedFile.SyncRate("open_sync", 8192, 40.001));
        assertThat(file.modified()).isEqualTo(Instant.parse("2026-03-04T05:06:07Z"));
        assertThat(ImportFile.read(file(OLD.replace("one 8kB", "one 16kB"))).syncRates())
                .extracting(ImportedFile.SyncRate::bytes)
                .containsOnly(16_384);
    }

    @Test
    void pg_test_fsync_that_did_not_end_or_speaks_german_is_refused() throws IOException {
        assertBad(file(OLD.substring(0, OLD.indexOf("fdatasync    "))), "is output of pg_test_fsync without a rate");
        assertBad(
                file("Vergleich von Datei-Sync-Methoden bei einem Schreibvorgang aus 8kB:\n"
                        + "        fdatasync                         88,262 Op./s   11330 us/Op.\n"),
                "looks like output of pg_test_fsync in another language");
    }

    @ParameterizedTest
    @CsvSource({
        "fio-2.txt, 'line 1: ''pgvol: (g=0): rw=randread, '",
        "fio-3.txt, 'line 3: ''read: IOPS=118, BW=950KiB/s (973kB/s)(27.8MiB/30004msec)'''",
    })
    void a_report_for_people_is_refused_at_its_first_line_of_that_kind(String name, String place) {
        assertBad(CASES.resolve("fio-report-for-people").resolve(name), name + "', " + place);
        assertBad(CASES.resolve("fio-report-for-people").resolve(name), "is of fio's report for people, not JSON");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "\n \n", "{}", "[]", "{\"jobs\": []}", "3;fio-3.33;name;0;0;1", "\u0007\u001b[2J", "{{{{"})
    void what_is_neither_is_refused(String text) throws IOException {
        assertBad(file(text), "result'");
    }

    @Test
    void what_cannot_be_read_is_refused() throws IOException {
        assertBad(directory.resolve("missing"), "no file '");
        assertBad(directory, "is a directory");
        byte[] noise = new byte[10_000];
        new Random(7).nextBytes(noise);
        assertBad(Files.write(directory.resolve("noise"), noise), "is not text");
        Path huge = directory.resolve("huge");
        try (RandomAccessFile sparse = new RandomAccessFile(huge.toFile(), "rw")) {
            sparse.setLength(1L << 40);
        }
        assertBad(huge, "is larger than 64 MiB");
    }

    @Test
    void many_braces_and_brackets_cost_no_more_than_their_length() throws IOException {
        String lines = "{ [ {\n".repeat(200_000);
        assertBad(file(lines), "is neither JSON of fio nor output of pg_test_fsync; it begins with '{ [ {'");
    }

    /** Files that were cut, or of which bytes were changed or a stretch is missing, are read or refused, nothing else. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fio-3.33/each-process.json",
                "fio-3.33/json-and-normal.txt",
                "fio-3.33/client.txt",
                "fio-generations/fio-2.1.14.json",
                "pg-test-fsync/postgres-15.txt"
            })
    void damaged_files_give_a_result_or_one_clear_error(String name) throws IOException {
        byte[] valid = Files.readAllBytes(CASES.resolve(name));
        Random random = new Random(20_261_201);
        long refused = IntStream.range(0, 60)
                .filter(round -> refused(damaged(valid, random)))
                .count();
        assertThat(refused).isBetween(3L, 57L);
    }

    private boolean refused(byte[] content) {
        try {
            Path path = Files.write(directory.resolve("damaged"), content);
            Profile profile = Import.of(List.of(ImportFile.read(path)), notice -> {});
            Tiers tiers = TierImport.into(new Tiers(List.of()), "x", profile, notice -> {});
            TiersFile.write(directory.resolve("tiers.yaml"), tiers);
            assertThat(TiersFile.read(directory.resolve("tiers.yaml")).tiers()).hasSize(1);
            return false;
        } catch (PgstowException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE);
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            return true;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static byte[] damaged(byte[] valid, Random random) {
        byte[] damage = "{}[],:\"0-9eNx\n ".getBytes(StandardCharsets.UTF_8);
        String text = new String(valid, StandardCharsets.UTF_8);
        int at = random.nextInt(text.length());
        switch (random.nextInt(3)) {
            case 0:
                return text.substring(0, at).getBytes(StandardCharsets.UTF_8);
            case 1:
                int end = Math.min(text.length(), at + 1 + random.nextInt(40));
                return (text.substring(0, at) + text.substring(end)).getBytes(StandardCharsets.UTF_8);
            default:
                byte[] changed = valid.clone();
                for (int change = random.nextInt(4); change >= 0; change--) {
                    changed[random.nextInt(changed.length)] = damage[random.nextInt(damage.length)];
                }
                return changed;
        }
    }

    private static void assertBad(Path path, String message) {
        assertThatThrownBy(() -> ImportFile.read(path)).isInstanceOfSatisfying(PgstowException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE);
            assertThat(e.getMessage()).contains(message).doesNotContain("\n", "\u001b");
            assertThat(e.hint()).isNotEmpty();
        });
    }
}
