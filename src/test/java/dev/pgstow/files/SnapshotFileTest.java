package dev.pgstow.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Checkpoints;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.DatabaseSample;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.IndexRole;
import dev.pgstow.model.IoCounters;
import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Sessions;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.Storage;
import dev.pgstow.model.Tablespace;
import dev.pgstow.model.WorkloadCounters;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFileTest {
    /** End of block, checksum and length: with only these torn the snapshot itself is whole. */
    private static final int GZIP_TRAILER = 12;

    @TempDir
    private Path directory;

    private final List<String> notices = new ArrayList<>();

    @Test
    void snapshots_come_back_as_they_were_in_their_order() {
        Path file = directory.resolve("a.snap");

        write(file, snapshot(1), snapshot(2));

        assertThat(read(file)).containsExactly(snapshot(1), snapshot(2));
        assertThat(notices).isEmpty();
    }

    @Test
    void a_last_snapshot_torn_at_any_byte_is_left_out_and_collecting_goes_on_after_it() throws Exception {
        Path file = directory.resolve("a.snap");
        write(file, snapshot(1));
        int whole = (int) Files.size(file);
        write(file, snapshot(2));
        byte[] all = Files.readAllBytes(file);

        for (int length = whole; length < all.length; length++) {
            Files.write(file, Arrays.copyOf(all, length));
            assertThat(read(file))
                    .as("%s bytes", length)
                    .startsWith(snapshot(1))
                    .hasSizeLessThanOrEqualTo(length < all.length - GZIP_TRAILER ? 1 : 2);
            assertThat(notices).hasSize(length == whole ? 0 : 1);
            notices.clear();
            write(file, snapshot(3));
            assertThat(read(file)).startsWith(snapshot(1)).endsWith(snapshot(3));
        }
    }

    @Test
    void a_file_of_something_else_is_refused_in_words() throws Exception {
        Path file = directory.resolve("a.snap");
        Files.writeString(file, "pgstow: plan/1\n");

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(PgstowException.class)
                .hasMessageContaining("'" + file + "' does not hold snapshots");
    }

    @Test
    void a_file_of_an_older_format_is_refused_for_that() throws Exception {
        Path file = directory.resolve("a.snap");
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            gzip.write("{\"pgstow\":\"snapshot/2\",\"whole\":true,\"lines\":0,\"snapshot\":{}}\n".getBytes(UTF_8));
        }

        assertThatThrownBy(() -> read(file))
                .isInstanceOf(PgstowException.class)
                .hasMessage("'" + file + "' does not hold snapshots:"
                        + " its format is 'snapshot/2', and this pgstow reads 'snapshot/3' only");
    }

    @Test
    void a_missing_file_is_named() {
        Path file = directory.resolve("none.snap");

        assertThatThrownBy(() -> read(file)).isInstanceOf(PgstowException.class).hasMessage("no file '" + file + "'");
    }

    @Test
    void only_what_changed_is_written_again_and_all_of_it_comes_back() throws Exception {
        Path file = directory.resolve("a.snap");
        List<RelationSample> relations = new ArrayList<>(
                IntStream.range(0, 1000).mapToObj(n -> sample("r" + n, n, 1, n)).toList());
        Snapshot first = snapshot(1).with(relations);
        relations.set(7, sample("r7", 7, 1, 1_000_000));
        relations.set(8, sample("renamed", 8, 1, 8));
        relations.set(9, sample("r9", 9, 2, 9));
        relations.remove(999);
        relations.add(sample("new", 2000, 1, 0));
        Snapshot second = snapshot(2).with(relations);
        relations.remove(500);
        Snapshot third = snapshot(3).with(relations);

        write(file, first);
        long whole = Files.size(file);
        write(directory.resolve("run.snap"), first, second, third);

        assertThat(read(directory.resolve("run.snap"))).containsExactly(first, second, third);
        assertThat(Files.size(directory.resolve("run.snap")) - whole).isLessThan(whole / 2);
    }

    @Test
    void another_run_goes_on_in_the_same_file() {
        Path file = directory.resolve("a.snap");
        write(file, snapshot(1), snapshot(2));

        write(file, snapshot(3).with(List.of()));

        assertThat(read(file))
                .containsExactly(snapshot(1), snapshot(2), snapshot(3).with(List.of()));
    }

    @Test
    void two_runs_do_not_write_one_file_at_once() {
        Path file = directory.resolve("a.snap");
        try (SnapshotFile one = new SnapshotFile(file);
                SnapshotFile other = new SnapshotFile(file)) {
            one.append(snapshot(1));

            assertThatThrownBy(() -> other.append(snapshot(2)))
                    .isInstanceOf(PgstowException.class)
                    .hasMessageContaining("cannot write '" + file + "': this process writes it already");
        }
        assertThat(read(file)).containsExactly(snapshot(1));
    }

    @Test
    void something_else_is_not_cut_off_but_refused() throws Exception {
        Path file = directory.resolve("plan.yaml");
        Files.writeString(file, "pgstow: plan/1\n");

        assertThatThrownBy(() -> write(file, snapshot(1)))
                .isInstanceOf(PgstowException.class)
                .hasMessageContaining("'" + file + "' does not hold snapshots");
        assertThat(file).hasContent("pgstow: plan/1\n");
    }

    private static void write(Path file, Snapshot... snapshots) {
        try (SnapshotFile sink = new SnapshotFile(file)) {
            for (Snapshot snapshot : snapshots) {
                sink.append(snapshot);
            }
        }
    }

    private List<Snapshot> read(Path file) {
        List<Snapshot> snapshots = new ArrayList<>();
        SnapshotFile.read(file, notices::add, snapshots::add);
        return snapshots;
    }

    private static RelationSample sample(String name, long oid, long blocks, long read) {
        return new RelationSample(
                new Relation(
                        new RelationName("shop", "public", name),
                        RelationKind.TABLE,
                        oid,
                        "pg_default",
                        ByteSize.ofBlocks(blocks),
                        true,
                        Persistence.PERMANENT,
                        "owner",
                        "heap",
                        1,
                        null,
                        null),
                new Counters(read, 2 * read, 3, 0, 0, 0, 0, 0, 0, 0),
                List.of(new Counters(0, 0, 0, 0, read, 0, 0, 0, 0, 0)));
    }

    private static Snapshot snapshot(int n) {
        RelationName table = new RelationName("shop", "public", "no: \"table\"\n\u202e😀");
        Relation index = new Relation(
                new RelationName("shop", "public", "i"),
                RelationKind.INDEX,
                3_000_000_000L,
                "pg_default",
                new ByteSize(8192L * n),
                true,
                Persistence.PERMANENT,
                "owner",
                "btree",
                -1,
                new IndexFacts(table, true, Set.of(IndexRole.UNIQUE, IndexRole.PRIMARY)),
                null,
                new Storage(3_000_000_001L, new ByteSize(1), 90, table));
        return new Snapshot(
                Instant.parse("2026-01-01T00:00:0" + n + ".123456Z"),
                Instant.parse("2025-12-01T00:00:00Z"),
                n == 1 ? null : Instant.parse("2025-12-02T00:00:00Z"),
                new Cluster("7421", new ServerVersion(170011)),
                Map.of("shared_buffers", "16384 x 8kB"),
                List.of(new Tablespace("pg_default", 1663, "/d/base", new ByteSize(5))),
                List.of(new Database("shop", 5, "pg_default", null)),
                List.of(new DatabaseSample(5, n == 2, null, 1, 2, 3, 4, 5.5, 6, 7, 8, 9)),
                List.of(new RelationSample(index, new Counters(n, 2, 3, 4, 5, 6, 7, 8, 9, 10), List.of(Counters.ZERO))),
                new WorkloadCounters(
                        1,
                        2,
                        3,
                        4,
                        4.5,
                        0,
                        null,
                        7,
                        new WorkloadCounters.Wal(8, 9, 10, 11, 1.5),
                        0,
                        12,
                        new Checkpoints(1, 2, 3, 4.5, 6),
                        List.of(new IoCounters(
                                "client backend", "relation", "normal", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)),
                        13L,
                        new MachineCounters(
                                2,
                                new ByteSize(5),
                                1.5,
                                0.5,
                                Map.of("sda", new MachineCounters.DeviceCounters(1, 2, 3, 4)))),
                new Sessions(5, 2.25, Map.of("IO:DataFileRead", 0.5), n == 2),
                List.of("standby:5432"),
                List.of("a gap"));
    }
}
