package dev.pgstow.cli;

import dev.pgstow.migrate.Finding;
import dev.pgstow.migrate.Findings;
import dev.pgstow.migrate.MoveResult;
import dev.pgstow.migrate.Outcome;
import dev.pgstow.migrate.RunResult;
import dev.pgstow.model.ErrorCode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What migrate and undo print, and the exit status that a result means. */
final class MigrateText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm VV");

    private MigrateText() {}

    static String time(Instant instant, ZoneId zone) {
        return TIME.format(instant.atZone(zone).truncatedTo(ChronoUnit.SECONDS));
    }

    /** Each finding with what to do about it; those that are accepted are left out. */
    static List<String> findings(Findings findings, Set<String> accepted) {
        List<String> lines = new ArrayList<>();
        for (Finding finding : findings.all()) {
            if (!accepted.contains(finding.hazard())) {
                lines.add(word(finding) + ": " + finding);
                lines.add("  HINT: " + finding.hint());
            }
        }
        return lines;
    }

    private static String word(Finding finding) {
        return switch (finding.weight()) {
            case REFUSES_RUN, REFUSES_MOVE -> "REFUSED";
            case HAZARD -> "HAZARD";
            case WARNING -> "WARNING";
        };
    }

    static List<String> summary(RunResult result, ZoneId zone) {
        List<String> lines = new ArrayList<>();
        for (MoveResult move : result.results()) {
            if (move.outcome() != Outcome.MOVED) {
                lines.add(move.outcome().word() + ": " + move.move().relation() + ": " + move.reason());
            }
        }
        lines.add(String.format(
                "%d moved, %d deferred, %d skipped, %d failed",
                result.count(Outcome.MOVED),
                result.count(Outcome.DEFERRED),
                result.count(Outcome.SKIPPED),
                result.count(Outcome.FAILED)));
        switch (result.ending()) {
            case WINDOW ->
                lines.add(
                        result.nextOpening() == null
                                ? "The window is over or too short for the rest: run the same command in another one."
                                : "The window opens again at " + time(result.nextOpening(), zone)
                                        + ": run the same command then.");
            case STOPPED -> lines.add("The run was stopped. Run the same command to go on.");
            case LOST ->
                lines.add("The connection was lost. Run the same command: it looks at the catalog and goes on.");
            case THROUGH -> {}
        }
        return lines;
    }

    static int exitStatus(RunResult result) {
        return switch (result.ending()) {
            case LOST -> ErrorCode.CANNOT_CONNECT.exitStatus();
            case STOPPED -> ErrorReport.INTERRUPTED;
            case WINDOW ->
                (result.count(Outcome.FAILED) > 0 ? ErrorCode.MOVES_FAILED : ErrorCode.WINDOW_CLOSED).exitStatus();
            case THROUGH -> through(result);
        };
    }

    private static int through(RunResult result) {
        if (result.count(Outcome.FAILED) > 0 || result.count(Outcome.DEFERRED) > 0) {
            return ErrorCode.MOVES_FAILED.exitStatus();
        }
        return result.refused() ? ErrorCode.REFUSED.exitStatus() : 0;
    }
}
