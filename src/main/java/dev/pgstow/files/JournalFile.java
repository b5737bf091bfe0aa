package dev.pgstow.files;

import dev.pgstow.migrate.Journal;
import dev.pgstow.migrate.JournalEntry;
import dev.pgstow.migrate.RunHistory;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A run's journal: one JSON object a line, only ever appended to, each line on disk before {@link #append} returns. A last
 * line that a crash cut off is dropped when it is opened again. One process at a time has it open for writing.
 */
public final class JournalFile implements Journal {
    private final Path file;
    private final FileChannel channel;
    private final RunHistory history;
    private final boolean torn;

    private JournalFile(Path file, FileChannel channel, RunHistory history, boolean torn) {
        this.torn = torn;
        this.file = file;
        this.channel = channel;
        this.history = history;
    }

    /** The journal that belongs to a plan unless another is named: {@code plan.journal} beside {@code plan.yaml}. */
    public static Path beside(Path plan) {
        return PlanFileNames.beside(plan, ".journal");
    }

    /**
     * Reads a journal without opening it for writing.
     *
     * @return empty when there is no such file, or nothing whole in it
     * @throws PgstowException (bad-file) when a line in its middle is damaged or of another format
     */
    public static Optional<RunHistory> read(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return history(file, text(channel));
        } catch (java.nio.file.NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    /**
     * Begins a journal. A crash leaves it with its whole first line or not at all.
     *
     * @throws PgstowException (bad-file) when the file is there already or cannot be written
     */
    public static JournalFile create(Path file, JournalEntry.Opened first) {
        Path draft = file.toAbsolutePath().resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.writeString(
                    draft,
                    JournalText.of(first) + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.SYNC);
            Files.move(draft, file.toAbsolutePath());
            syncDirectory(file);
            return resume(file);
        } catch (FileAlreadyExistsException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE, "there is a file '" + file + "' already", "Name another with --journal.", e);
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    /**
     * Opens a journal to go on with it; cuts off a torn last line.
     *
     * @throws PgstowException (bad-file) when it cannot be written or is damaged, (refused) when another process has it open
     */
    public static JournalFile resume(Path file) {
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            lock(file, channel);
            String text = text(channel);
            RunHistory history = history(file, text)
                    .orElseThrow(() -> new PgstowException(
                            ErrorCode.BAD_FILE, "nothing in '" + file + "' is whole", "Delete it and begin anew."));
            channel.truncate(whole(text).getBytes(StandardCharsets.UTF_8).length);
            channel.position(channel.size());
            return new JournalFile(file, channel, history, !whole(text).equals(text));
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    /** Whether a crash had cut off the last line, which is dropped then. */
    public boolean torn() {
        return torn;
    }

    @Override
    public RunHistory history() {
        return history;
    }

    @Override
    public void append(JournalEntry entry) {
        ByteBuffer line = ByteBuffer.wrap((JournalText.of(entry) + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (line.hasRemaining()) {
                channel.write(line);
            }
            channel.force(true);
        } catch (IOException e) {
            throw unusable(file, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // every entry is on disk already
        }
    }

    private static Optional<RunHistory> history(Path file, String text) {
        List<JournalEntry> entries = new ArrayList<>();
        List<String> lines = whole(text).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            entries.add(JournalText.parse(file, i + 1, lines.get(i)));
        }
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        if (!(entries.get(0) instanceof JournalEntry.Opened first)) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE, file + ":1: not the first line of a journal", "Name the journal of a run.");
        }
        return Optional.of(new RunHistory(first, entries.subList(1, entries.size())));
    }

    /** Without a last line that has no end: it was never reported as written. */
    private static String whole(String text) {
        return text.substring(0, text.lastIndexOf('\n') + 1);
    }

    private static String text(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        channel.position(0);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            continue;
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static FileChannel lock(Path file, FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // this very process has it open
        }
        channel.close();
        throw new PgstowException(
                ErrorCode.REFUSED,
                "another process writes the journal '" + file + "'",
                "Wait for it to end, or name another with --journal.");
    }

    /** A new file survives a crash only when its directory entry is on disk too. */
    private static void syncDirectory(Path file) throws IOException {
        try (FileChannel directory =
                FileChannel.open(file.toAbsolutePath().resolveSibling("."), StandardOpenOption.READ)) {
            directory.force(true);
        }
    }

    private static PgstowException unusable(Path file, IOException e) {
        return new PgstowException(
                ErrorCode.BAD_FILE,
                "cannot use the journal '" + file + "': " + e.getMessage(),
                "It must be a file in a directory that you may write to; see --journal.",
                e);
    }
}
