package dev.pgstow.cli;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code pgstow}, which only holds the others. */
@Command(
        name = "pgstow",
        versionProvider = Pgstow.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description =
                "Decides which tablespace each PostgreSQL table and index belongs on, moves it there inside a maintenance"
                        + " window, and proves with a benchmark what that changed.",
        subcommands = {
            ProfileCommand.class,
            CollectCommand.class,
            AdviseCommand.class,
            MigrateCommand.class,
            UndoCommand.class,
            StatusCommand.class,
            VerifyCommand.class,
            DemoCommand.class
        })
public final class Pgstow implements Runnable {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** Runs one command line and returns its exit status; prints, but never exits. */
    public static int run(String... arguments) {
        Console console = Console.system();
        int status = commandLine(console).execute(arguments);
        if (status == 0 && console.out().checkError()) {
            PgstowException failure = new PgstowException(
                    ErrorCode.BAD_FILE, "the result could not be written to standard output", "Check where it goes.");
            return new ErrorReport(console).failure(failure);
        }
        return status;
    }

    /** The command line with its error handling, printing to the console given. */
    static CommandLine commandLine(Console console) {
        CommandLine commandLine = new CommandLine(new Pgstow(), new CommandFactory(console));
        HelpOption.addTo(commandLine);
        commandLine.setOut(console.out());
        commandLine.setErr(console.err());
        commandLine.setUsageHelpWidth(100);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler(new ErrorReport(console)::usage);
        commandLine.setExecutionExceptionHandler((e, command, result) -> new ErrorReport(console).failure(e));
        return commandLine;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    /** Reads the version that the build put into the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"pgstow " + number()};
        }

        static String number() {
            try (InputStream in = Objects.requireNonNull(Pgstow.class.getResourceAsStream("/pgstow.properties"))) {
                Properties properties = new Properties();
                properties.load(in);
                return properties.getProperty("pgstow.version", "unknown");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
