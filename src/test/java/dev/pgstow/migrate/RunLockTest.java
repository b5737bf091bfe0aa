package dev.pgstow.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.PgstowException;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunLockTest {
    private static final String OURS = "pgstow migrate run";

    private final FakeTime time = new FakeTime();
    private final FakeSession session = new FakeSession(time);
    private final List<String> notes = new ArrayList<>();

    private void take() {
        RunLock.take(session, OURS, time.time(), Duration.ofSeconds(60), new RunLog() {
            @Override
            public void starting(Move move, Duration atMost) {}

            @Override
            public void progress(Move move, Progress progress) {}

            @Override
            public void blocked(Move move, int tries, List<Blocker> blockers) {}

            @Override
            public void ended(MoveResult result) {}

            @Override
            public void note(String text) {
                notes.add(text);
            }
        });
    }

    private static Blocker pid(long pid, String application) {
        return new Blocker(pid, "dba", application, "active", null);
    }

    @Test
    void a_free_lock_is_taken_at_once() {
        take();

        assertThat(time.pauses).isEmpty();
    }

    @Test
    void what_an_earlier_process_left_running_is_waited_for() {
        session.others = List.of(pid(77, OURS));
        session.lockFree = false;
        time.atPause = () -> {
            if (time.pauses.size() == 10) {
                session.others = List.of();
                session.lockFree = true;
            }
        };

        take();

        assertThat(time.pauses).hasSize(10);
        assertThat(notes)
                .containsExactly("an earlier process of this run is still at work in the server: waiting for pid 77"
                        + " (user 'dba', application 'pgstow migrate run', active)");
    }

    @Test
    void it_is_refused_by_its_pid_when_it_does_not_end() {
        session.others = List.of(pid(77, OURS));

        assertThatThrownBy(this::take)
                .isInstanceOf(PgstowException.class)
                .hasMessageStartingWith("an earlier process of this run is still at work in the server: pid 77 ")
                .satisfies(e -> assertThat(((PgstowException) e).hint()).contains("select pg_cancel_backend(77)"));
        assertThat(time.pauses).hasSize(120);
    }

    @Test
    void another_run_is_refused_at_once() {
        session.others = List.of(pid(78, "pgstow migrate other"));

        assertThatThrownBy(this::take)
                .isInstanceOf(PgstowException.class)
                .hasMessageStartingWith("another run is at work on this cluster: pid 78 ");
        assertThat(time.pauses).isEmpty();
    }
}
