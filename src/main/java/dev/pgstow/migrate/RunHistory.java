package dev.pgstow.migrate;

import dev.pgstow.plan.Move;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a journal tells of a run so far.
 *
 * @param entries all after the first line, in order
 */
public record RunHistory(JournalEntry.Opened opened, List<JournalEntry> entries) {
    public RunHistory {
        Objects.requireNonNull(opened, "opened");
        entries = List.copyOf(entries);
    }

    /** The last attempt at a move that was begun and whose end was not written: the process died in it. */
    public Optional<JournalEntry.Started> unfinished(Move move) {
        Optional<JournalEntry.Started> open = Optional.empty();
        for (JournalEntry entry : entries) {
            if (entry instanceof JournalEntry.Started started
                    && started.relation().equals(move.relation())) {
                open = Optional.of(started);
            } else if (entry instanceof JournalEntry.Ended ended
                    && ended.relation().equals(move.relation())) {
                open = Optional.empty();
            }
        }
        return open;
    }

    /** How the move ended the last time it was tried and its end was written. */
    public Optional<JournalEntry.Ended> lastEnd(Move move) {
        Optional<JournalEntry.Ended> last = Optional.empty();
        for (JournalEntry entry : entries) {
            if (entry instanceof JournalEntry.Ended ended && ended.relation().equals(move.relation())) {
                last = Optional.of(ended);
            }
        }
        return last;
    }

    /** The moves that were made, or may have been when the process died, in the order in which they were begun. */
    public List<Move> made() {
        Map<Object, Move> begun = new LinkedHashMap<>();
        for (JournalEntry entry : entries) {
            if (entry instanceof JournalEntry.Started started) {
                opened.moves().stream()
                        .filter(move -> move.relation().equals(started.relation()))
                        .forEach(move -> begun.putIfAbsent(move.relation(), move));
            }
        }
        List<Move> made = new ArrayList<>(begun.values());
        made.removeIf(move -> unfinished(move).isEmpty()
                && lastEnd(move).map(end -> end.outcome() != Outcome.MOVED).orElse(true));
        return made;
    }
}
