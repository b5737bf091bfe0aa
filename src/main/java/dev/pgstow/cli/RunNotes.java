package dev.pgstow.cli;

import dev.pgstow.migrate.Blocker;
import dev.pgstow.migrate.MoveResult;
import dev.pgstow.migrate.Outcome;
import dev.pgstow.migrate.Progress;
import dev.pgstow.migrate.RunLog;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationText;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** How a run goes on, on stderr: a line when a move begins and one when it ends, and now and then one in between. */
final class RunNotes implements RunLog {
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final Console console;
    private final int total;
    private int ended;
    private Duration told = Duration.ZERO;
    private List<Blocker> toldBlockers = List.of();

    RunNotes(Console console, int total) {
        this.console = console;
        this.total = total;
    }

    void begin(String run, RunSource source) {
        console.note("run " + run + ": journal '" + source.journal() + "', to take it back '" + source.undo() + "'");
    }

    @Override
    public void starting(Move move, Duration atMost) {
        synchronized (this) {
            told = Duration.ZERO;
            toldBlockers = List.of();
        }
        console.note(String.format(
                "[%d/%d] %s: %s, %s from '%s' to '%s', at most %s",
                ended + 1,
                total,
                move.relation(),
                move.method().word(),
                move.size(),
                move.from(),
                move.to(),
                DurationText.of(atMost)));
    }

    @Override
    public synchronized void progress(Move move, Progress progress) {
        boolean newBlockers = !pids(progress.blockers()).equals(pids(toldBlockers));
        if (!newBlockers && progress.elapsed().minus(told).compareTo(SILENCE) < 0) {
            return;
        }
        told = progress.elapsed();
        toldBlockers = progress.blockers();
        StringBuilder line = new StringBuilder("      " + seconds(progress.elapsed()));
        line.append(", target grew by ")
                .append(progress.grown())
                .append(" of about ")
                .append(move.size());
        if (!progress.phase().isEmpty()) {
            line.append(", ").append(progress.phase());
        }
        if (!progress.blockers().isEmpty()) {
            line.append("; waits for ").append(names(progress.blockers()));
        }
        console.note(line.toString());
    }

    @Override
    public synchronized void blocked(Move move, int tries, List<Blocker> blockers) {
        if (tries == 1 || !pids(blockers).equals(pids(toldBlockers))) {
            console.note("      no lock in try " + tries + (blockers.isEmpty() ? "" : ", held by " + names(blockers))
                    + "; backs off and tries again");
            toldBlockers = blockers;
        }
    }

    @Override
    public void ended(MoveResult result) {
        ended++;
        String reason = result.reason().isEmpty() ? "" : ": " + result.reason();
        if (result.outcome() == Outcome.MOVED && !result.elapsed().isZero()) {
            console.note("      moved in " + seconds(result.elapsed()) + rate(result) + reason);
        } else {
            console.note(
                    "      " + result.move().relation() + " " + result.outcome().word() + reason);
        }
    }

    @Override
    public void note(String text) {
        console.note(text);
    }

    private static String rate(MoveResult result) {
        double seconds = result.elapsed().toMillis() / 1000d;
        ByteSize size = result.move().size();
        return seconds < 0.01 || size.bytes() == 0 ? "" : ", " + size.times(1 / seconds) + "/s";
    }

    private static String seconds(Duration elapsed) {
        return String.format(java.util.Locale.ROOT, "%.1f s", elapsed.toMillis() / 1000d);
    }

    private static List<Long> pids(List<Blocker> blockers) {
        return blockers.stream().map(Blocker::pid).toList();
    }

    private static String names(List<Blocker> blockers) {
        return blockers.stream().map(Blocker::toString).collect(Collectors.joining(", "));
    }
}
