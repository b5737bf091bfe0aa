package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Database;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Snapshot;
import dev.pgstow.model.Tablespace;
import dev.pgstow.model.WorkloadCounters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
        SnapshotFile sink = new SnapshotFile(file);

        sink.append(snapshot(1));
        sink.append(snapshot(2));

        assertThat(SnapshotFile.read(file, notices::add)).containsExactly(snapshot(1), snapshot(2));
        assertThat(notices).isEmpty();
    }

    @Test
    void a_last_snapshot_torn_at_any_byte_is_left_out_and_collecting_goes_on_after_it() throws Exception {
        Path file = directory.resolve("a.snap");
        SnapshotFile sink = new SnapshotFile(file);
        sink.append(snapshot(1));
        int whole = (int) Files.size(file);
        sink.append(snapshot(2));
        byte[] all = Files.readAllBytes(file);

        for (int length = whole; length < all.length; length++) {
            Files.write(file, Arrays.copyOf(all, length));
            assertThat(SnapshotFile.read(file, notices::add))
                    .as("%s bytes", length)
                    .startsWith(snapshot(1))
                    .hasSizeLessThanOrEqualTo(length < all.length - GZIP_TRAILER ? 1 : 2);
            assertThat(notices).hasSize(length == whole ? 0 : 1);
            notices.clear();
            new SnapshotFile(file).append(snapshot(3));
            assertThat(SnapshotFile.read(file, notices::add))
                    .startsWith(snapshot(1))
                    .endsWith(snapshot(3));
        }
    }

    @Test
    void a_file_of_something_else_is_refused_in_words() throws Exception {
        Path file = directory.resolve("a.snap");
        Files.writeString(file, "pgstow: plan/1\n");

        assertThatThrownBy(() -> SnapshotFile.read(file, notices::add))
                .isInstanceOf(PgstowException.class)
                .hasMessageContaining("'" + file + "' does not hold snapshots");
    }

    @Test
    void a_missing_file_is_named() {
        Path file = directory.resolve("none.snap");

        assertThatThrownBy(() -> SnapshotFile.read(file, notices::add))
                .isInstanceOf(PgstowException.class)
                .hasMessage("no file '" + file + "'");
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
                new IndexFacts(table, true, true, true, false, false),
                null);
        return new Snapshot(
                Instant.parse("2026-01-01T00:00:0" + n + ".123456Z"),
                Instant.parse("2025-12-01T00:00:00Z"),
                new Cluster("7421", new ServerVersion(170011)),
                Map.of("shared_buffers", "16384 x 8kB"),
                List.of(new Tablespace("pg_default", 1663, "/d/base", new ByteSize(5))),
                List.of(new Database("shop", 5, "pg_default", null)),
                List.of(new RelationActivity(index, new Counters(n, 2, 3, 4, 5, 6, 7, 8, 9, 10))),
                new WorkloadCounters(1, 2, 3, 4.5, 0, null, 7, 8, 9, 1.5, 0),
                2.25,
                List.of("a gap"));
    }
}
