package dev.pgstow.files;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import dev.pgstow.model.Counters;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationSample;
import dev.pgstow.model.Snapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.SequenceWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Snapshots as lines of JSON: one for the snapshot, then one for each relation that is new, changed or gone since the
 * snapshot before. The first of a run holds all relations.
 */
final class SnapshotLines {
    private static final String FORMAT = "snapshot/3";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addMixIn(Counters.class, AsArray.class)
            .addMixIn(Key.class, AsArray.class)
            .addMixIn(Change.class, WithoutAbsent.class)
            .build();
    private static final ObjectReader HEADER = MAPPER.readerFor(Header.class);
    private static final ObjectReader CHANGE = MAPPER.readerFor(Change.class);

    private final Map<Key, RelationSample> known = new LinkedHashMap<>();
    private boolean begun;

    /** Ten numbers a relation are most of the file: without their names. */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    private interface AsArray {}

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    private interface WithoutAbsent {}

    /**
     * The first line.
     *
     * @param whole whether the lines that follow are all relations, and not only changes
     * @param lines how many follow
     * @param snapshot without its relations
     */
    private record Header(String pgstow, boolean whole, int lines, Snapshot snapshot) {}

    private record Key(String database, long oid) {
        static Key of(Relation relation) {
            return new Key(relation.name().database(), relation.oid());
        }
    }

    /** One relation: as it is now, or only its counters where the rest is as before, or only its key when it is gone. */
    private record Change(
            @Nullable Key of,
            @Nullable Relation relation,
            @Nullable Counters counters,
            @Nullable List<Counters> onStandbys) {}

    /** What is not snapshots, in words. */
    static final class NotSnapshots extends IOException {
        private static final long serialVersionUID = 1;

        NotSnapshots(String message) {
            super(message);
        }
    }

    /** Writes what changed since the last one that was written or read, and a last line feed. */
    void write(Snapshot snapshot, OutputStream out) throws IOException {
        List<Change> changes = changes(snapshot);
        try (SequenceWriter lines = MAPPER.writer().withRootValueSeparator("\n").writeValues(new Uncloseable(out))) {
            lines.write(new Header(FORMAT, !begun, changes.size(), snapshot.with(List.of())));
            for (Change change : changes) {
                lines.write(change);
            }
        }
        out.write('\n');
        begun = true;
    }

    private List<Change> changes(Snapshot snapshot) {
        if (!begun) {
            known.clear();
        }
        List<Change> changes = new ArrayList<>();
        Map<Key, RelationSample> before = new LinkedHashMap<>(known);
        for (RelationSample now : snapshot.relations()) {
            Key key = Key.of(now.relation());
            RelationSample then = before.remove(key);
            if (then == null || !then.relation().equals(now.relation())) {
                changes.add(new Change(null, now.relation(), now.counters(), now.onStandbys()));
            } else if (!then.equals(now)) {
                changes.add(new Change(key, null, now.counters(), now.onStandbys()));
            }
            known.put(key, now);
        }
        for (Key gone : before.keySet()) {
            changes.add(new Change(gone, null, null, null));
            known.remove(gone);
        }
        return changes;
    }

    /**
     * Reads one snapshot with all its lines, and nothing of it when they are not all there.
     *
     * @throws NotSnapshots when it is something else
     */
    Snapshot read(InputStream in) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16);
        try {
            Header header = header(line(reader));
            List<Change> changes = new ArrayList<>();
            for (int line = 0; line < header.lines(); line++) {
                changes.add(CHANGE.readValue(line(reader)));
            }
            if (reader.readLine() != null) {
                throw new NotSnapshots("there is more in it than its first line says");
            }
            apply(header, changes);
            return header.snapshot().with(List.copyOf(known.values()));
        } catch (JacksonException e) {
            throw new NotSnapshots(e.getOriginalMessage());
        }
    }

    /** The format first: the first line of another one may hold anything. */
    private static Header header(String line) throws NotSnapshots {
        String format = MAPPER.readTree(line).path("pgstow").asString("");
        if (!FORMAT.equals(format)) {
            throw new NotSnapshots("its format is '" + format + "', and this pgstow reads '" + FORMAT + "' only");
        }
        return HEADER.readValue(line);
    }

    private void apply(Header header, List<Change> changes) throws NotSnapshots {
        if (header.whole()) {
            known.clear();
        } else if (!begun) {
            throw new NotSnapshots("it begins in the middle of a run");
        }
        begun = true;
        for (Change change : changes) {
            List<Counters> onStandbys = change.onStandbys() == null ? List.of() : change.onStandbys();
            if (change.relation() != null && change.counters() != null) {
                known.put(
                        Key.of(change.relation()),
                        new RelationSample(change.relation(), change.counters(), onStandbys));
            } else if (change.of() != null && change.counters() != null) {
                RelationSample then = known.get(change.of());
                if (then == null) {
                    throw new NotSnapshots(
                            "it has counters of OID " + change.of().oid() + ", which it never names");
                }
                known.put(change.of(), new RelationSample(then.relation(), change.counters(), onStandbys));
            } else if (change.of() != null) {
                known.remove(change.of());
            }
        }
    }

    private static String line(BufferedReader reader) throws IOException {
        String line = reader.readLine();
        if (line == null) {
            throw new NotSnapshots("there is less in it than its first line says");
        }
        return line;
    }

    /** The stream belongs to the caller. */
    private static final class Uncloseable extends java.io.FilterOutputStream {
        private Uncloseable(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
