package dev.pgstow.cli;

import dev.pgstow.files.JournalFile;
import dev.pgstow.files.PlanFileNames;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pgstow migrate}: checks a plan, and with {@code --execute} makes its moves. */
@Command(
        name = "migrate",
        description = {
            "Moves relations to the tablespaces that a plan names, one at a time. Without --execute it checks everything,"
                    + " shows each statement with its lock, duration and WAL, and changes nothing.",
            "",
            "Run it again after a crash, a lost connection or the end of a window: it looks at the catalog and goes on."
                    + " Ctrl-C takes back the move that runs and ends the run.",
            ""
        })
final class MigrateCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PLAN", description = "plan file, as advise writes it")
    private Path plan = Path.of("plan.yaml");

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private MoveOptions options = new MoveOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "record of the run (default: beside the plan, with the ending .journal)")
    private @Nullable Path journal;

    MigrateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Path record = journal == null ? JournalFile.beside(plan) : journal;
        Path undo = PlanFileNames.undo(journal == null ? plan : journal);
        RunSource source = RunSource.ofPlan(plan, record, undo);
        return new MigrateRun(console, connection.connector(), options, output.json()).call(source);
    }
}
