package dev.pgstow.cli;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** How an error looks and which exit status it gives: one message in lower case, then what to do. */
record ErrorReport(Console console) {
    /** As a shell has it for a program that SIGINT ended. */
    static final int INTERRUPTED = 130;

    private static final Logger LOG = LoggerFactory.getLogger(ErrorReport.class);

    int usage(ParameterException e, String[] arguments) {
        CommandLine command = e.getCommandLine();
        List<String> suggestions =
                e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        String hint = suggestions.isEmpty()
                ? "Try '" + command.getCommandSpec().qualifiedName() + " --help'."
                : "Did you mean '" + suggestions.get(0) + "'?";
        String message = Objects.requireNonNullElse(e.getMessage(), "bad arguments");
        return print(ErrorCode.USAGE, message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1), hint);
    }

    int failure(Exception e) {
        if (e instanceof PgstowException known) {
            LOG.debug("failed", e);
            return print(known.code(), known.getMessage(), known.hint());
        }
        if (e instanceof CancellationException) {
            console.note("interrupted");
            return INTERRUPTED;
        }
        LOG.debug("bug", e);
        StackTraceElement[] trace = e.getStackTrace();
        String place = trace.length == 0 ? "" : " at " + trace[0];
        return print(
                ErrorCode.INTERNAL,
                "unexpected " + e + place,
                "This is a bug in pgstow. Run again with PGSTOW_LOG=debug and report what it prints.");
    }

    private int print(ErrorCode code, String message, String hint) {
        console.note("pgstow: error (" + code.word() + "): " + message);
        if (!hint.isEmpty()) {
            console.note("HINT: " + hint);
        }
        return code.exitStatus();
    }
}
