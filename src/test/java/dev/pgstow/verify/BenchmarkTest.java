package dev.pgstow.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkTest {
    private final List<String> events = new ArrayList<>();
    private final List<String> progress = new ArrayList<>();
    private final Deque<RunResult> results = new ArrayDeque<>();

    @Test
    void the_workload_is_checked_before_anything_else_and_a_checkpoint_precedes_every_run() {
        for (int i = 0; i < 4; i++) {
            results.add(Sides.run(1000 + i, 2.1));
        }

        Baseline side = benchmark(true).measure(load(3));

        assertThat(events)
                .containsExactly(
                        "check",
                        "run of PT5S seed 1000",
                        "checkpoint",
                        "run of PT10S seed 1001",
                        "checkpoint",
                        "run of PT10S seed 1002",
                        "checkpoint",
                        "run of PT10S seed 1003");
        assertThat(side.tps()).containsExactly(1001, 1002, 1003);
        assertThat(progress)
                .containsExactly(
                        "warm-up of 5 s: 1,000 TPS, p99 12.5 ms, 2.10 reads/tx",
                        "run 1 of 3: 1,001 TPS, p99 12.5 ms, 2.10 reads/tx",
                        "run 2 of 3: 1,002 TPS, p99 12.5 ms, 2.10 reads/tx",
                        "run 3 of 3: 1,003 TPS, p99 12.5 ms, 2.10 reads/tx");
        assertThat(side.notes()).isEmpty();
    }

    @Test
    void a_cold_first_run_is_taken_for_warm_up_and_another_is_made() {
        List.of(Sides.run(900, 3), Sides.run(310, 9), Sides.run(1180, 2), Sides.run(1195, 2), Sides.run(1190, 2))
                .forEach(results::add);

        Baseline side = benchmark(true).measure(load(3));

        assertThat(side.tps()).containsExactly(1180, 1195, 1190);
        assertThat(side.notes())
                .containsExactly(
                        "the first run was far off the others (310.0 TPS, 9.00 reads/tx) and was taken for warm-up");
    }

    @Test
    void a_role_that_may_not_checkpoint_is_told_so() {
        List.of(Sides.run(1, 2), Sides.run(2, 2)).forEach(results::add);

        assertThat(benchmark(false).measure(load(1)).notes())
                .containsExactly(
                        "no CHECKPOINT between the runs: this role may not (superuser, or pg_checkpoint from 15 on)");
    }

    @Test
    void a_workload_that_does_not_work_runs_nothing() {
        Benchmark benchmark = new Benchmark(new FakeRunner(true), new FakeServer(true), progress::add);

        assertThatThrownBy(() -> benchmark.measure(load(3))).hasMessage("no such table");
        assertThat(events).containsExactly("check");
    }

    private Benchmark benchmark(boolean mayCheckpoint) {
        return new Benchmark(new FakeRunner(false), new FakeServer(mayCheckpoint), progress::add);
    }

    private static Load load(int runs) {
        Load load = Sides.load(Sides.WORKLOAD);
        return new Load(load.workload(), load.clients(), load.threads(), load.duration(), load.warmUp(), runs, false);
    }

    private final class FakeRunner implements WorkloadRunner {
        private final boolean broken;

        FakeRunner(boolean broken) {
            this.broken = broken;
        }

        @Override
        public String driver() {
            return "fake";
        }

        @Override
        public void check() {
            events.add("check");
            if (broken) {
                throw new PgstowException(ErrorCode.BAD_FILE, "no such table", "");
            }
        }

        @Override
        public RunResult run(RunRequest request) {
            events.add("run of " + request.duration() + " seed " + request.seed());
            return results.removeFirst();
        }
    }

    private final class FakeServer implements BenchmarkServer {
        private final boolean mayCheckpoint;

        FakeServer(boolean mayCheckpoint) {
            this.mayCheckpoint = mayCheckpoint;
        }

        @Override
        public Conditions conditions() {
            return Sides.conditions();
        }

        @Override
        public boolean checkpoint() {
            events.add("checkpoint");
            return mayCheckpoint;
        }
    }
}
