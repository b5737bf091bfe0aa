package dev.pgstow.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class UndoPlanTest {
    private static final Instant NOW = Instant.EPOCH;

    private static JournalEntry started(Move move) {
        return new JournalEntry.Started(NOW, move.relation(), 1, List.of());
    }

    private static JournalEntry ended(Move move, Outcome outcome, long oid) {
        return new JournalEntry.Ended(NOW, move.relation(), outcome, Duration.ZERO, 1, "", oid, List.of());
    }

    @Test
    void it_is_the_exact_reverse() {
        Move a = Moves.alter("a", "slow", "fast");
        Move b = Moves.reindex("b", "fast", "slow");

        List<Move> undo = UndoPlan.of(new Cluster("7", new ServerVersion(180006)), List.of(a, b))
                .moves();

        assertThat(undo).extracting(Move::relation).containsExactly(b.relation(), a.relation());
        assertThat(undo).extracting(Move::from).containsExactly("slow", "fast");
        assertThat(undo).extracting(Move::to).containsExactly("fast", "slow");
        assertThat(undo).extracting(Move::method).containsExactly(b.method(), a.method());
    }

    @Test
    void of_a_run_it_holds_what_was_made_or_is_in_doubt_in_the_order_it_was_made() {
        Move a = Moves.alter("a", "slow", "fast");
        Move b = Moves.reindex("b", "slow", "fast");
        Move c = Moves.alter("c", "slow", "fast");
        Move d = Moves.alter("d", "slow", "fast");
        MemoryJournal journal = MemoryJournal.of(
                List.of(a, b, c, d),
                started(c),
                ended(c, Outcome.FAILED, 3),
                started(b),
                ended(b, Outcome.MOVED, 55),
                started(a));

        List<Move> undo = UndoPlan.of(journal.history()).moves();

        assertThat(undo).extracting(Move::relation).containsExactly(a.relation(), b.relation());
        assertThat(undo).extracting(Move::oid).containsExactly(null, 55L);
    }

    @Test
    void a_move_tried_again_counts_by_its_last_end() {
        Move a = Moves.alter("a", "slow", "fast");
        MemoryJournal journal = MemoryJournal.of(
                List.of(a), started(a), ended(a, Outcome.DEFERRED, 1), started(a), ended(a, Outcome.MOVED, 1));

        assertThat(UndoPlan.of(journal.history()).moves()).hasSize(1);
    }
}
