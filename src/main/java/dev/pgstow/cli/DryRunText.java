package dev.pgstow.cli;

import dev.pgstow.migrate.Findings;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.DurationText;
import dev.pgstow.plan.Lock;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.postgres.StatementRenderer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A plan as it would be executed: every statement, what it does to others, and what preflight says. */
final class DryRunText {
    private final Plan plan;
    private final Findings findings;
    private final Set<String> accepted;
    private final StatementRenderer renderer = new StatementRenderer();

    DryRunText(Plan plan, Findings findings, Set<String> accepted) {
        this.plan = plan;
        this.findings = findings;
        this.accepted = accepted;
    }

    /** What {@code --output json} shows. */
    record Report(boolean executed, List<Statement> statements, Findings findings) {}

    /** A move with its statement. */
    record Statement(Move move, String lock, String statement) {}

    Report report() {
        return new Report(
                false,
                findings.pending().stream()
                        .map(move -> new Statement(move, move.lock().word(), renderer.move(move)))
                        .toList(),
                findings);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        int number = 0;
        for (Move move : plan.moves()) {
            number++;
            if (findings.pending().contains(move)) {
                lines.add(String.format(
                        "%2d. %s: %s from '%s' to '%s'", number, move.relation(), move.size(), move.from(), move.to()));
                lines.add("    " + renderer.move(move) + ";");
                lines.add("    lock " + move.lock().word() + ", " + duration(move.estimate()) + ", WAL " + move.wal());
                if (!move.reason().isEmpty()) {
                    lines.add("    " + move.reason());
                }
            } else if (findings.of(dev.pgstow.migrate.Finding.Weight.REFUSES_RUN)
                    .isEmpty()) {
                lines.add(String.format("%2d. %s: already in '%s'", number, move.relation(), move.to()));
            }
        }
        lines.add("");
        lines.addAll(MigrateText.findings(findings, accepted));
        lines.add(totals());
        lines.add(
                findings.refuses()
                        ? "Nothing was changed; it would be refused for the reasons above."
                        : "Nothing was changed; add --execute.");
        return lines;
    }

    private String totals() {
        DurationRange all = sum(findings.pending());
        DurationRange locked = sum(findings.pending().stream()
                .filter(move -> move.lock() == Lock.ACCESS_EXCLUSIVE)
                .toList());
        ByteSize wal = findings.pending().stream().map(Move::wal).reduce(ByteSize.ZERO, ByteSize::plus);
        return findings.pending().size() + " of " + plan.moves().size() + " moves to make, " + duration(all)
                + (locked.high().isZero() ? "" : ", of it under exclusive locks " + duration(locked)) + ", WAL " + wal;
    }

    private static DurationRange sum(List<Move> moves) {
        return moves.stream().map(Move::estimate).reduce(DurationRange.ZERO, DurationRange::plus);
    }

    private static String duration(DurationRange range) {
        return range.high().equals(Duration.ZERO)
                ? "duration unknown"
                : DurationText.of(range.low()) + " to " + DurationText.of(range.high());
    }
}
