package dev.pgstow.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Declared;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tablespace;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MigratorTest {
    private final FakeTime time = new FakeTime();
    private final FakeSession session = new FakeSession(time);
    private MigrateTerms terms = terms(new OpenWindow());
    private Tiers tiers;
    private MemoryJournal journal;

    private static MigrateTerms terms(Window window) {
        return new MigrateTerms(window, Duration.ofMillis(200), 3, Duration.ofSeconds(5));
    }

    private void window(String text) {
        terms = terms(Window.parse(text, ZoneOffset.UTC, time.now));
    }

    private RunResult run(Move... moves) {
        return run(MemoryJournal.of(List.of(moves)), Map.of(), moves);
    }

    private RunResult run(MemoryJournal journal, Map<RelationName, String> refused, Move... moves) {
        this.journal = journal;
        return new Migrator(session, journal, terms, time.time(), new SilentLog(), tiers).run(List.of(moves), refused);
    }

    private static class SilentLog implements RunLog {
        @Override
        public void starting(Move move, Duration atMost) {}

        @Override
        public void progress(Move move, Progress progress) {}

        @Override
        public void blocked(Move move, int tries, List<Blocker> blockers) {}

        @Override
        public void ended(MoveResult result) {}

        @Override
        public void note(String text) {}
    }

    private static List<String> outcomes(RunResult result) {
        return result.results().stream()
                .map(r -> r.move().relation().name() + " " + r.outcome().word())
                .toList();
    }

    private static String reason(RunResult result, int number) {
        return result.results().get(number).reason();
    }

    @Test
    void moves_are_made_in_the_plans_order_and_written_down_before_and_after() {
        session.table("a", "slow");
        session.index("b", "slow");

        RunResult result = run(Moves.alter("a", "slow", "fast"), Moves.reindex("b", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a moved", "b moved");
        assertThat(result.ending()).isEqualTo(RunResult.Ending.THROUGH);
        assertThat(session.done).containsExactly("returned a", "returned b");
        assertThat(journal.written.stream().map(e -> e.getClass().getSimpleName()))
                .containsExactly("Started", "Ended", "Started", "Ended");
        assertThat(journal.after()
                        .lastEnd(Moves.reindex("b", "slow", "fast"))
                        .orElseThrow()
                        .oid())
                .as("the rebuilt index has a new OID")
                .isEqualTo(session.relations.get(FakeSession.name("b")).oid());
    }

    @Test
    void a_relation_that_is_there_already_is_skipped_and_not_locked() {
        session.table("a", "fast");

        RunResult result = run(Moves.alter("a", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a skipped");
        assertThat(session.done).isEmpty();
        assertThat(journal.written).isEmpty();
    }

    @Test
    void success_is_what_the_catalog_says_not_what_the_statement_returned() {
        session.table("a", "slow");
        session.liesAboutSuccess = true;

        RunResult result = run(Moves.alter("a", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a failed");
        assertThat(reason(result, 0)).isEqualTo("the server reported success, but the catalog has it in 'slow'");
    }

    @Test
    void a_cancel_that_came_too_late_is_a_move_that_was_made() {
        session.table("a", "slow");
        session.ends("a", Attempt.Ending.CANCELLED);
        session.movedAnyway = true;

        assertThat(outcomes(run(Moves.alter("a", "slow", "fast")))).containsExactly("a moved");
    }

    @Test
    void a_closed_window_starts_nothing_and_says_when_it_opens() {
        session.table("a", "slow");
        window("03:00-04:00");

        RunResult result = run(Moves.alter("a", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a deferred");
        assertThat(result.ending()).isEqualTo(RunResult.Ending.WINDOW);
        assertThat(result.nextOpening()).isEqualTo(Instant.parse("2026-08-12T03:00:00Z"));
        assertThat(session.done).isEmpty();
    }

    @Test
    void a_move_whose_upper_bound_does_not_fit_is_deferred_and_a_shorter_one_is_made() {
        session.table("long", "slow");
        session.table("short", "slow");
        window("60s");

        RunResult result = run(
                Moves.of("long", RelationKind.TABLE, "slow", "fast", Method.ALTER, 56),
                Moves.of("short", RelationKind.TABLE, "slow", "fast", Method.ALTER, 55));

        assertThat(outcomes(result)).containsExactly("long deferred", "short moved");
        assertThat(reason(result, 0)).isEqualTo("it may take 56s and 55s of the window is left");
        assertThat(result.ending()).isEqualTo(RunResult.Ending.WINDOW);
    }

    @Test
    void a_move_without_an_estimate_is_guessed_from_its_size() {
        session.table("a", "slow");
        window("6s");
        Move unknown = Moves.of("a", RelationKind.TABLE, "slow", "fast", Method.ALTER, 4);
        Move move = new Move(
                unknown.relation(),
                unknown.kind(),
                null,
                "slow",
                "fast",
                Method.ALTER,
                ByteSize.ZERO,
                dev.pgstow.model.DurationRange.ZERO,
                ByteSize.ZERO,
                "");

        assertThat(reason(run(move), 0)).startsWith("it may take 1.5").endsWith("s and 1s of the window is left");
    }

    @Test
    void moves_slower_than_planned_make_the_next_estimates_longer() {
        session.table("a", "slow");
        session.table("b", "slow");
        session.takes.put(FakeSession.name("a"), Duration.ofSeconds(4));
        window("20s");

        RunResult result = run(
                Moves.alter("a", "slow", "fast"), Moves.of("b", RelationKind.TABLE, "slow", "fast", Method.ALTER, 6));

        // 4 s instead of 1 s weighs 1 against 0.5: factor 4^(1/1.5) = 2.52, so 6 s become 15.1 s of the 11 s left
        assertThat(outcomes(result)).containsExactly("a moved", "b deferred");
        assertThat(reason(result, 1)).isEqualTo("it may take 15.119s and 11s of the window is left");
    }

    @Test
    void alter_gets_the_lock_timeout_and_the_rest_of_the_window_and_reindex_only_the_watchdog() {
        session.table("a", "slow");
        session.index("b", "slow");
        Instant end = time.now.plusSeconds(60 - 5);
        window("60s");

        run(Moves.alter("a", "slow", "fast"), Moves.reindex("b", "slow", "fast"));

        assertThat(session.terms.get(0).lockTimeout()).isEqualTo(Duration.ofMillis(200));
        assertThat(session.terms.get(0).statementTimeout()).isEqualTo(Duration.ofMillis(55001));
        assertThat(session.terms.get(0).cancelAt()).isEqualTo(end);
        assertThat(session.terms.get(1).lockTimeout()).isZero();
        assertThat(session.terms.get(1).statementTimeout()).isZero();
        assertThat(session.terms.get(1).cancelAt()).isEqualTo(end);
    }

    @Test
    void without_a_window_nothing_bounds_a_statement_but_its_lock_timeout() {
        session.table("a", "slow");

        run(Moves.alter("a", "slow", "fast"));

        assertThat(session.terms).containsExactly(new AttemptTerms(Duration.ofMillis(200), Duration.ZERO, null));
    }

    @Test
    void no_lock_is_tried_again_after_a_pause_of_five_to_ten_lock_timeouts() {
        session.table("a", "slow");
        session.ends("a", Attempt.Ending.NO_LOCK, Attempt.Ending.NO_LOCK, Attempt.Ending.RETURNED);

        RunResult result = run(Moves.alter("a", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a moved");
        assertThat(result.results().get(0).tries()).isEqualTo(3);
        assertThat(time.pauses)
                .hasSize(2)
                .allSatisfy(pause -> assertThat(pause).isBetween(Duration.ofMillis(1000), Duration.ofMillis(2000)));
    }

    @Test
    void a_move_that_gets_no_lock_goes_to_the_end_of_the_line_once_and_then_fails_with_the_blocker_named() {
        session.table("a", "slow");
        session.table("b", "slow");
        session.holders = List.of(new Blocker(4711, "app", "report", "active", Duration.ofMillis(300)));
        session.ends(
                "a",
                Attempt.Ending.NO_LOCK,
                Attempt.Ending.NO_LOCK,
                Attempt.Ending.NO_LOCK,
                Attempt.Ending.NO_LOCK,
                Attempt.Ending.NO_LOCK,
                Attempt.Ending.NO_LOCK);

        RunResult result = run(Moves.alter("a", "slow", "fast"), Moves.alter("b", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a failed", "b moved");
        assertThat(session.done)
                .containsExactly(
                        "no_lock a", "no_lock a", "no_lock a", "returned b", "no_lock a", "no_lock a", "no_lock a");
        assertThat(reason(result, 0))
                .isEqualTo(
                        "could not get its lock in 3 tries: held by pid 4711 (user 'app', application 'report', active,"
                                + " transaction began 0 s ago)");
    }

    @Test
    void nobody_is_made_to_queue_behind_a_lock_that_is_known_to_be_held_long() {
        session.table("a", "slow");
        session.holders = List.of(new Blocker(4711, "app", "", "idle in transaction", Duration.ofMinutes(5)));
        time.atPause = () -> session.holders = List.of();

        RunResult result = run(Moves.alter("a", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a moved");
        assertThat(session.done).containsExactly("returned a");
        assertThat(result.results().get(0).tries()).isEqualTo(2);
    }

    @Test
    void retries_end_with_the_window() {
        session.table("a", "slow");
        session.ends("a", Attempt.Ending.NO_LOCK, Attempt.Ending.NO_LOCK, Attempt.Ending.NO_LOCK);
        window("10s");

        RunResult result = run(Moves.alter("a", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a deferred");
        assertThat(session.done).hasSize(1);
        assertThat(reason(result, 0)).contains("of the window is left; before that, could not get its lock in 1 try");
    }

    @Test
    void a_rebuild_cancelled_at_the_end_of_the_window_is_cleaned_up_and_deferred() {
        session.index("b", "slow");
        session.ends("b", Attempt.Ending.CANCELLED);
        session.takes.put(FakeSession.name("b"), Duration.ofSeconds(15));
        window("20s");

        RunResult result = run(Moves.reindex("b", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("b deferred");
        assertThat(reason(result, 0)).isEqualTo("taken back at the end of the window");
        assertThat(session.done).containsExactly("cancelled b", "drop b_ccnew");
    }

    @Test
    void a_leftover_of_somebody_else_is_not_dropped() {
        session.index("b", "slow");
        session.leftovers.add(new Leftover(FakeSession.name("b_ccnew1"), 5, "slow"));
        session.ends("b", Attempt.Ending.REFUSED);

        run(Moves.reindex("b", "slow", "fast"));

        assertThat(session.done).containsExactly("refused b", "drop b_ccnew");
        assertThat(session.leftovers).extracting(Leftover::oid).containsExactly(5L);
    }

    @Test
    void a_leftover_that_cannot_be_dropped_makes_the_move_fail_and_its_statement_is_named() {
        session.index("b", "slow");
        session.ends("b", Attempt.Ending.DISK_FULL);
        session.dropWorks = false;

        RunResult result = run(Moves.reindex("b", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("b failed");
        assertThat(reason(result, 0))
                .isEqualTo(
                        "the server refused (SQLSTATE 53100): message; it left the invalid index 'b_ccnew', which every"
                                + " write maintains: DROP b_ccnew;");
        assertThat(session.dropTries).isEqualTo(20);
    }

    @Test
    void a_full_target_takes_no_more_moves() {
        session.table("a", "slow");
        session.table("b", "slow");
        session.table("c", "slow");
        session.ends("a", Attempt.Ending.DISK_FULL);

        RunResult result = run(
                Moves.alter("a", "slow", "fast"),
                Moves.alter("b", "slow", "fast"),
                Moves.alter("c", "slow", "pg_default"));

        assertThat(outcomes(result)).containsExactly("a failed", "b deferred", "c moved");
        assertThat(reason(result, 1)).isEqualTo("'fast' ran out of space");
    }

    @Test
    void a_stop_takes_back_what_runs_and_defers_the_rest() {
        session.index("a", "slow");
        session.table("b", "slow");
        session.ends("a", Attempt.Ending.CANCELLED);
        Move first = Moves.reindex("a", "slow", "fast");
        Migrator migrator = new Migrator(
                session,
                journal = MemoryJournal.of(List.of(first)),
                terms,
                time.time(),
                new SilentLog() {
                    @Override
                    public void starting(Move move, Duration atMost) {
                        time.stopped = true;
                    }
                },
                null);

        RunResult result = migrator.run(List.of(first, Moves.alter("b", "slow", "fast")), Map.of());

        assertThat(outcomes(result)).containsExactly("a deferred", "b deferred");
        assertThat(result.ending()).isEqualTo(RunResult.Ending.STOPPED);
        assertThat(session.done).containsExactly("cancelled a", "drop a_ccnew");
    }

    @Test
    void a_lost_connection_ends_the_run_and_leaves_the_move_in_doubt() {
        session.table("a", "slow");
        session.table("b", "slow");
        session.ends("a", Attempt.Ending.LOST);

        RunResult result = run(Moves.alter("a", "slow", "fast"), Moves.alter("b", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a failed", "b deferred");
        assertThat(result.ending()).isEqualTo(RunResult.Ending.LOST);
        assertThat(journal.after().unfinished(Moves.alter("a", "slow", "fast"))).isPresent();
    }

    @Test
    void resume_counts_a_move_that_the_dead_process_finished_in_the_server_and_drops_only_its_leftover() {
        session.index("a", "fast");
        session.leftovers.add(new Leftover(FakeSession.name("a_ccold"), 50, "slow"));
        session.leftovers.add(new Leftover(FakeSession.name("a_ccnew"), 49, "slow"));
        session.index("b", "slow");
        session.leftovers.add(new Leftover(FakeSession.name("b_ccnew"), 51, "fast"));
        Move a = Moves.reindex("a", "slow", "fast");
        Move b = Moves.reindex("b", "slow", "fast");
        MemoryJournal earlier = MemoryJournal.of(
                List.of(a, b),
                new JournalEntry.Started(time.now, a.relation(), 1, List.of(49L)),
                new JournalEntry.Started(time.now, b.relation(), 1, List.of()));

        RunResult result = run(earlier, Map.of(), a, b);

        assertThat(outcomes(result)).containsExactly("a moved", "b moved");
        assertThat(reason(result, 0)).isEqualTo("made by an earlier process of this run");
        assertThat(session.done).containsExactly("drop a_ccold", "drop b_ccnew", "returned b");
        assertThat(earlier.after().unfinished(a)).isEmpty();
        assertThat(earlier.after().made()).containsExactly(a, b);
    }

    @Test
    void a_move_waits_for_the_one_that_was_to_make_room_for_it() {
        session.table("leaves", "fast");
        session.table("comes", "slow");
        session.table("other", "slow");
        session.ends("leaves", Attempt.Ending.NO_LOCK, Attempt.Ending.NO_LOCK, Attempt.Ending.NO_LOCK);

        RunResult result = run(
                Moves.alter("leaves", "fast", "pg_default"),
                Moves.alter("comes", "slow", "fast"),
                Moves.alter("other", "slow", "pg_default"));

        assertThat(outcomes(result)).containsExactly("leaves moved", "comes moved", "other moved");
        assertThat(session.done)
                .containsExactly(
                        "no_lock leaves",
                        "no_lock leaves",
                        "no_lock leaves",
                        "returned other",
                        "returned leaves",
                        "returned comes");
    }

    @Test
    void a_move_is_not_made_when_room_was_not_made_for_it() {
        session.table("leaves", "fast");
        session.table("comes", "slow");
        session.ends("leaves", Attempt.Ending.REFUSED);

        RunResult result = run(Moves.alter("leaves", "fast", "slow"), Moves.alter("comes", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("leaves failed", "comes deferred");
        assertThat(reason(result, 1)).isEqualTo("waits for shop.public.leaves to leave 'fast'");
    }

    @Test
    void where_capacity_is_known_it_decides() {
        session.table("a", "slow");
        tiers = new Tiers(List.of(new Tier(
                "nvme",
                List.of("fast"),
                "",
                true,
                ByteSize.ofMiB(15),
                new Reserve(0, ByteSize.ZERO),
                null,
                Declared.NONE,
                List.of(),
                null)));
        session.tablespaces = List.of(new Tablespace("fast", 1, "", ByteSize.ofMiB(6)));

        RunResult result = run(Moves.alter("a", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a deferred");
        assertThat(reason(result, 0)).isEqualTo("tier 'nvme' would hold 16 MiB of the 15 MiB it may");
    }

    @Test
    void moves_that_preflight_refused_are_skipped_with_its_reason() {
        session.table("a", "slow");

        RunResult result = run(
                MemoryJournal.of(List.of()),
                Map.of(FakeSession.name("a"), "because"),
                Moves.alter("a", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a skipped");
        assertThat(reason(result, 0)).isEqualTo("because");
        assertThat(result.refused()).isTrue();
    }

    @Test
    void a_relation_that_changed_since_preflight_is_not_touched() {
        session.table("a", "pg_default");

        RunResult result = run(Moves.alter("a", "slow", "fast"), Moves.alter("gone", "slow", "fast"));

        assertThat(outcomes(result)).containsExactly("a failed", "gone failed");
        assertThat(reason(result, 0)).isEqualTo("it lies in 'pg_default', neither in 'slow' nor in 'fast'");
        assertThat(session.done).isEmpty();
    }
}
