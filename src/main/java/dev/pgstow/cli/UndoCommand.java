package dev.pgstow.cli;

import dev.pgstow.files.JournalFile;
import dev.pgstow.files.PlanFileNames;
import dev.pgstow.migrate.RunHistory;
import dev.pgstow.migrate.UndoPlan;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.plan.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pgstow undo}: takes back what a run did, last move first. */
@Command(
        name = "undo",
        description = {
            "Takes back the moves of a run: those that its journal says were made and that the catalog confirms, the last one"
                    + " first. It is a run like any other, with the same checks; without --execute nothing is changed.",
            ""
        })
final class UndoCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "JOURNAL_OR_PLAN", description = "journal of the run, or its plan file")
    private Path run = Path.of("plan.journal");

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private MoveOptions options = new MoveOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "record of this run (default: beside the other, with the ending .undo.journal)")
    private @Nullable Path journal;

    UndoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path made = journalOf(run);
        RunHistory history = history(made);
        Plan undo = UndoPlan.of(history);
        if (undo.moves().isEmpty()) {
            console.print("run " + history.opened().run() + " moved nothing: there is nothing to take back");
            return 0;
        }
        String hash = RunSource.hash(undo);
        Path record = journal == null ? record(PlanFileNames.undo(made), hash) : journal;
        RunSource source =
                new RunSource(undo, "undo of run " + history.opened().run(), hash, record, PlanFileNames.undo(record));
        return new MigrateRun(console, connection.connector(), options, output.json()).call(source);
    }

    /** A run may be made, taken back, and made and taken back again: each time it is another run with its own journal. */
    private static Path record(Path undoPlan, String hash) {
        Path record = JournalFile.beside(undoPlan);
        String name = String.valueOf(record.getFileName()).replaceFirst("\\.journal$", "");
        for (int i = 2; Files.exists(record) && !belongs(record, hash); i++) {
            record = record.resolveSibling(name + "-" + i + ".journal");
        }
        return record;
    }

    private static boolean belongs(Path record, String hash) {
        return JournalFile.read(record)
                .map(history -> history.opened().planHash().equals(hash))
                .orElse(false);
    }

    /** The journal itself, or the one beside the plan. */
    static Path journalOf(Path journalOrPlan) {
        return journalOrPlan.toString().endsWith(".yaml")
                        || journalOrPlan.toString().endsWith(".yml")
                ? JournalFile.beside(journalOrPlan)
                : journalOrPlan;
    }

    static RunHistory history(Path journal) {
        return JournalFile.read(journal)
                .orElseThrow(() -> new PgstowException(
                        ErrorCode.BAD_FILE,
                        "no journal '" + journal + "'",
                        "Name the journal of a run, or the plan that it lies beside."));
    }
}
