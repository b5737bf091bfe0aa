package dev.pgstow.files;

import dev.pgstow.collect.SnapshotSink;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Snapshot;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Snapshots on disk: one gzip member after the other, each one line of JSON, so that {@code zcat} shows them and a snapshot
 * is appended without touching those before. A member torn by a kill is left out when reading
 * and removed before the next one is written.
 */
public final class SnapshotFile implements SnapshotSink {
    private static final String FORMAT = "snapshot/1";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    /** One line of the file. */
    private record Line(String pgstow, Snapshot snapshot) {}

    private final Path file;
    private boolean mended;

    public SnapshotFile(Path file) {
        this.file = Objects.requireNonNull(file, "file");
    }

    @Override
    public void append(Snapshot snapshot) {
        try {
            if (!mended) {
                mend();
                mended = true;
            }
            append(file, MAPPER.writeValueAsString(new Line(FORMAT, snapshot)));
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /**
     * Reads all whole snapshots, in the order of the file.
     *
     * @param notices told when something torn at the end is left out
     * @throws PgstowException (bad-file) when the file is missing or holds something else
     */
    public static List<Snapshot> read(Path file, Consumer<String> notices) {
        try {
            List<Snapshot> snapshots = new ArrayList<>();
            Content content = content(file);
            if (content.torn()) {
                notices.accept("the end of '" + file + "' is torn, as a kill leaves it: what comes after its first "
                        + content.lines().size() + " snapshot(s) is left out");
            }
            for (String line : content.lines()) {
                Line read = MAPPER.readValue(line, Line.class);
                if (!read.pgstow().equals(FORMAT)) {
                    throw notSnapshots(file, "its format is '" + read.pgstow() + "', not '" + FORMAT + "'", null);
                }
                snapshots.add(read.snapshot());
            }
            return snapshots;
        } catch (NoSuchFileException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE, "no file '" + file + "'", "Run 'pgstow collect' under load to make it.", e);
        } catch (IOException | JacksonException e) {
            throw notSnapshots(file, String.valueOf(e.getMessage()), e);
        }
    }

    /** The whole lines of a file, and whether something torn came after them. */
    private record Content(List<String> lines, boolean torn) {}

    private static Content content(Path file) throws IOException {
        byte[] bytes;
        boolean torn = false;
        // strict: the JDK's GZIPInputStream takes a torn header of a later member for the end of the file
        try (InputStream in =
                new GzipCompressorInputStream(new BufferedInputStream(Files.newInputStream(file)), true)) {
            bytes = in.readAllBytes();
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            bytes = untilTorn(file);
            torn = true;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.lastIndexOf('\n') + 1;
        return new Content(text.substring(0, end).lines().toList(), torn || end < text.length());
    }

    private static byte[] untilTorn(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = new GZIPInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            for (int c = in.read(); c >= 0; c = in.read()) {
                bytes.write(c);
            }
        } catch (EOFException e) {
            // the tear
        }
        return bytes.toByteArray();
    }

    /** Takes a torn last member out of the file: what came after it could never be read. */
    private void mend() throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return;
        }
        Content content = content(file);
        if (content.torn()) {
            Path mendedFile = file.resolveSibling(file.getFileName() + ".mended");
            Files.deleteIfExists(mendedFile);
            for (String line : content.lines()) {
                append(mendedFile, line);
            }
            if (content.lines().isEmpty()) {
                Files.createFile(mendedFile);
            }
            Files.move(mendedFile, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void append(Path file, String line) throws IOException {
        ByteArrayOutputStream member = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(member)) {
            gzip.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        }
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            ByteBuffer bytes = ByteBuffer.wrap(member.toByteArray());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
        }
    }

    private PgstowException unwritable(IOException e) {
        return new PgstowException(
                ErrorCode.BAD_FILE, "cannot write '" + file + "': " + e.getMessage(), "Name another file with -o.", e);
    }

    private static PgstowException notSnapshots(Path file, String why, @org.jspecify.annotations.Nullable Exception e) {
        return new PgstowException(
                ErrorCode.BAD_FILE,
                "'" + file + "' does not hold snapshots: " + why,
                "It must be a file that 'pgstow collect' wrote.",
                e);
    }
}
