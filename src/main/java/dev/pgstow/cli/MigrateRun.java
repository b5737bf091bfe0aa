package dev.pgstow.cli;

import dev.pgstow.files.JournalFile;
import dev.pgstow.files.JsonText;
import dev.pgstow.files.PlanFile;
import dev.pgstow.migrate.Finding;
import dev.pgstow.migrate.Findings;
import dev.pgstow.migrate.JournalEntry;
import dev.pgstow.migrate.Migrator;
import dev.pgstow.migrate.MoveSession;
import dev.pgstow.migrate.Preflight;
import dev.pgstow.migrate.RunHistory;
import dev.pgstow.migrate.RunLock;
import dev.pgstow.migrate.RunResult;
import dev.pgstow.migrate.RunTime;
import dev.pgstow.migrate.UndoPlan;
import dev.pgstow.migrate.Window;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Tiers;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.postgres.Connector;
import dev.pgstow.postgres.PostgresMoveSession;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One call of migrate or undo: connects, checks, and makes the moves or only shows them. */
final class MigrateRun {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss");
    /** How long what a killed process of this run left running in the server is waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** How long a run may take to end after Ctrl-C: a flush cannot be cancelled, and a leftover must be dropped. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private final Console console;
    private final Connector connector;
    private final MoveOptions options;
    private final boolean json;
    private final Clock clock = Clock.systemUTC();
    private final Window window;
    private final @Nullable Tiers tiers;

    MigrateRun(Console console, Connector connector, MoveOptions options, boolean json) {
        this.console = console;
        this.connector = connector;
        this.options = options;
        this.json = json;
        this.window = options.window(clock.instant());
        this.tiers = options.tiers();
        options.accepted();
        options.terms(window);
    }

    /** Returns the exit status. */
    int call(RunSource source) {
        return options.execute() ? execute(source) : show(source);
    }

    private int show(RunSource source) {
        try (MoveSession session = new PostgresMoveSession(connector, "pgstow dry run", clock)) {
            Plan plan = Preflight.measured(session, source.plan());
            Findings findings = new Preflight(session, window, tiers).check(plan);
            DryRunText text = new DryRunText(plan, findings, options.accepted());
            if (json) {
                console.print(JsonText.of(text.report()));
            } else {
                text.lines().forEach(console::print);
            }
            return findings.refuses() ? ErrorCode.REFUSED.exitStatus() : 0;
        }
    }

    private int execute(RunSource source) {
        requireOpenWindow();
        Optional<RunHistory> history = JournalFile.read(source.journal());
        history.ifPresent(earlier -> requireSamePlan(earlier, source));
        String run = history.map(earlier -> earlier.opened().run()).orElseGet(this::newRun);
        String application = PostgresMoveSession.APPLICATION + run;
        RunNotes notes = new RunNotes(console, source.plan().moves().size());
        try (PostgresMoveSession session = new PostgresMoveSession(connector, application, clock);
                Stop stop = new Stop(GRACE, session::cancel)) {
            RunTime time = new RunTime(clock, stop::pause, MigrateRun::sleep, new Random(), stop::requested);
            RunLock.take(session, application, time, PATIENCE, notes);
            Plan plan = Preflight.measured(session, source.plan());
            Findings findings = new Preflight(session, window, tiers).check(plan);
            requireAccepted(findings);
            try (JournalFile journal = open(source, run, history.isPresent())) {
                PlanFile.write(source.undo(), undo(plan, findings.pending(), journal.history()));
                journal.append(new JournalEntry.Resumed(
                        clock.instant(), ProcessHandle.current().pid(), window.text()));
                notes.begin(run, source);
                Migrator migrator = new Migrator(session, journal, options.terms(window), time, notes, tiers);
                RunResult result = migrator.run(plan.moves(), findings.refusedMoves());
                return report(run, source, result);
            }
        }
    }

    private void requireOpenWindow() {
        Instant now = clock.instant();
        if (!window.contains(now)) {
            String opens = window.nextOpening(now)
                    .map(next -> "it opens at " + MigrateText.time(next, options.zone()))
                    .orElse("it does not open again");
            throw new PgstowException(
                    ErrorCode.WINDOW_CLOSED,
                    "the window '" + window.text() + "' is closed: " + opens + "; nothing was moved",
                    "Run the same command then.");
        }
    }

    private static void requireSamePlan(RunHistory history, RunSource source) {
        if (!history.opened().planHash().equals(source.hash())) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "the journal '" + source.journal() + "' is of another plan than '" + source.name()
                            + "' as it is now",
                    "Name a new one with --journal to begin a new run; the catalog knows what was moved already.");
        }
    }

    private void requireAccepted(Findings findings) {
        MigrateText.findings(findings, options.accepted()).forEach(console::note);
        List<Finding> run = findings.of(Finding.Weight.REFUSES_RUN);
        if (!run.isEmpty()) {
            throw refusal(run.get(0).toString(), run.get(0).hint());
        }
        int refused = findings.refusedMoves().size();
        if (refused > 0 && !options.skipRefused()) {
            throw refusal(
                    "preflight refuses " + refused + " of " + findings.pending().size() + " moves; nothing was moved",
                    "Mend what it names, take them out of the plan, or add --skip-refused to make the others.");
        }
        List<Finding> open = findings.open(options.accepted());
        if (!open.isEmpty()) {
            throw refusal(
                    "hazard '" + open.get(0).hazard() + "' is not accepted; nothing was moved",
                    open.get(0).hint());
        }
    }

    private static PgstowException refusal(String message, String hint) {
        return new PgstowException(ErrorCode.REFUSED, message, hint);
    }

    private JournalFile open(RunSource source, String run, boolean there) {
        if (!there) {
            return JournalFile.create(
                    source.journal(),
                    new JournalEntry.Opened(
                            clock.instant(),
                            run,
                            source.name(),
                            source.hash(),
                            source.plan().cluster(),
                            source.plan().moves()));
        }
        JournalFile journal = JournalFile.resume(source.journal());
        if (journal.torn()) {
            console.note("the last line of '" + source.journal() + "' was cut off by a crash and is dropped");
        }
        return journal;
    }

    /** Everything that this run makes or has made, in the plan's order, reversed. */
    private static Plan undo(Plan plan, List<Move> pending, RunHistory history) {
        List<Move> moves = new ArrayList<>(plan.moves());
        Set<RelationName> touched = Stream.concat(pending.stream(), history.made().stream())
                .map(Move::relation)
                .collect(Collectors.toSet());
        moves.removeIf(move -> !touched.contains(move.relation()));
        return UndoPlan.of(plan.cluster(), moves);
    }

    private int report(String run, RunSource source, RunResult result) {
        if (json) {
            console.print(JsonText.of(new RunReport(run, source.journal().toString(), result)));
        } else {
            MigrateText.summary(result, options.zone()).forEach(console::print);
        }
        return MigrateText.exitStatus(result);
    }

    /** What {@code --output json} shows of a run. */
    record RunReport(String run, String journal, RunResult result) {}

    private String newRun() {
        byte[] random = new byte[2];
        new SecureRandom().nextBytes(random);
        return STAMP.format(clock.instant().atZone(ZoneOffset.UTC)) + "-"
                + HexFormat.of().formatHex(random);
    }

    private static void sleep(Duration span) {
        try {
            Thread.sleep(span.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
