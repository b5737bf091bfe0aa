package dev.pgstow.cli;

import dev.pgstow.files.JsonText;
import dev.pgstow.migrate.Blocker;
import dev.pgstow.migrate.JournalEntry;
import dev.pgstow.migrate.MoveSession;
import dev.pgstow.migrate.RunHistory;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.Relation;
import dev.pgstow.plan.Move;
import dev.pgstow.postgres.PostgresMoveSession;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pgstow status}: what a run did and what is left of it. */
@Command(
        name = "status",
        description = {"Shows what a run did, by its journal, and what is left, by the catalog. Changes nothing.", ""})
final class StatusCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "JOURNAL_OR_PLAN", description = "journal of the run, or its plan file")
    private Path run = Path.of("plan.journal");

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(names = "--offline", description = "show only what the journal says; no server is asked")
    private boolean offline;

    StatusCommand(Console console) {
        this.console = console;
    }

    /**
     * What {@code --output json} shows.
     *
     * @param sessions of the run that are in the server now
     */
    record Report(String run, String plan, Instant began, boolean offline, List<Line> moves, List<Blocker> sessions) {
        long left() {
            return moves.stream().filter(Line::left).count();
        }
    }

    /**
     * One move.
     *
     * @param state moved, deferred, failed, in doubt (begun, its end not written) or waiting
     * @param now the tablespace it lies in; empty when the server was not asked or has no such relation
     */
    record Line(
            String relation,
            String from,
            String to,
            String state,
            String took,
            String reason,
            String now,
            boolean left) {}

    @Override
    public Integer call() {
        RunHistory history = UndoCommand.history(UndoCommand.journalOf(run));
        Report report = offline ? report(history, Optional.empty()) : online(history);
        if (output.json()) {
            console.print(JsonText.of(report));
        } else {
            lines(report).forEach(console::print);
        }
        return 0;
    }

    private Report online(RunHistory history) {
        try (MoveSession session =
                new PostgresMoveSession(connection.connector(), "pgstow status", Clock.systemUTC())) {
            return report(history, Optional.of(session));
        }
    }

    private static Report report(RunHistory history, Optional<MoveSession> session) {
        JournalEntry.Opened opened = history.opened();
        String application = PostgresMoveSession.APPLICATION + opened.run();
        return new Report(
                opened.run(),
                opened.plan(),
                opened.at(),
                session.isEmpty(),
                opened.moves().stream()
                        .map(move -> line(move, history, session))
                        .toList(),
                session.map(MoveSession::otherRuns).orElse(List.of()).stream()
                        .filter(other -> other.application().equals(application))
                        .toList());
    }

    private static Line line(Move move, RunHistory history, Optional<MoveSession> session) {
        Optional<JournalEntry.Ended> end = history.lastEnd(move);
        boolean doubt = history.unfinished(move).isPresent();
        String state = doubt ? "in doubt" : end.map(e -> e.outcome().word()).orElse("waiting");
        String now = session.flatMap(s -> s.find(move.relation()))
                .map(Relation::tablespace)
                .orElse("");
        boolean left = session.isPresent() ? !now.equals(move.to()) : !state.equals("moved");
        return new Line(
                move.relation().toString(),
                move.from(),
                move.to(),
                state,
                end.filter(e -> !doubt && !e.elapsed().isZero())
                        .map(e -> DurationText.of(e.elapsed()))
                        .orElse(""),
                doubt ? "" : end.map(JournalEntry.Ended::reason).orElse(""),
                now,
                left);
    }

    private static List<String> lines(Report report) {
        List<String> lines = new ArrayList<>();
        lines.add("run " + report.run() + " of '" + report.plan() + "', begun "
                + MigrateText.time(report.began(), ZoneId.systemDefault()));
        for (Line line : report.moves()) {
            String now = report.offline() ? "" : line.now().isEmpty() ? ", gone now" : ", now in '" + line.now() + "'";
            lines.add(
                    "  " + line.state() + ": " + line.relation() + " from '" + line.from() + "' to '" + line.to() + "'"
                            + (line.took().isEmpty() ? "" : " in " + line.took()) + now
                            + (line.reason().isEmpty() ? "" : " (" + line.reason() + ")"));
        }
        lines.add(report.left() + " of " + report.moves().size() + " moves left"
                + (report.offline() ? ", as far as the journal knows" : ", by the catalog"));
        report.sessions().forEach(session -> lines.add("at work in the server: " + session));
        return lines;
    }
}
