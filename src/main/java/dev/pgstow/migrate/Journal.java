package dev.pgstow.migrate;

/** The append-only record of a run. */
public interface Journal extends AutoCloseable {
    /** What earlier processes of this run wrote, as it was when the journal was opened. */
    RunHistory history();

    /** Adds an entry; returns when it is on disk. */
    void append(JournalEntry entry);

    @Override
    void close();
}
