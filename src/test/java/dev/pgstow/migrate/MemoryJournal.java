package dev.pgstow.migrate;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Move;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A journal that a test looks into and can take up as a later process would. */
final class MemoryJournal implements Journal {
    private final RunHistory history;
    final List<JournalEntry> written = new ArrayList<>();

    MemoryJournal(RunHistory history) {
        this.history = history;
    }

    static MemoryJournal of(List<Move> moves, JournalEntry... earlier) {
        return new MemoryJournal(new RunHistory(
                new JournalEntry.Opened(
                        Instant.EPOCH, "run", "plan.yaml", "hash", new Cluster("7", new ServerVersion(180006)), moves),
                List.of(earlier)));
    }

    RunHistory after() {
        List<JournalEntry> all = new ArrayList<>(history.entries());
        all.addAll(written);
        return new RunHistory(history.opened(), all);
    }

    @Override
    public RunHistory history() {
        return history;
    }

    @Override
    public void append(JournalEntry entry) {
        written.add(entry);
    }

    @Override
    public void close() {}
}
