package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.util.List;

/** Why a script does not work, in pgbench's own words, with what is known to mend it. */
final class ScriptFailure {
    private ScriptFailure() {}

    static PgstowException of(String script, String error) {
        String message = "script '" + script + "' does not work: " + message(error);
        if (error.contains("read-only transaction")) {
            return WorkloadFailure.writes(message, null);
        }
        return new PgstowException(ErrorCode.BAD_FILE, message, hint(error));
    }

    private static String hint(String error) {
        if (error.contains("setrandom")) {
            return "Since pgbench 9.6 it is written: \\set NAME random(LOW, HIGH)";
        }
        if (error.contains("undefined variable") || error.contains("at or near \":\"")) {
            return "A variable that the script expects is set with -D NAME=VALUE.";
        }
        if (error.contains("syntax error")) {
            return "Since pgbench 9.6 each statement ends with a semicolon, wherever lines end.";
        }
        if (error.contains("end of script reached")) {
            return "A transaction that the script begins must end in it, with COMMIT or END.";
        }
        if (error.contains("connection to server") || error.contains("could not connect")) {
            return "pgbench connects as pgstow does; check pg_hba.conf and the password.";
        }
        return "Try it with: pgbench -n -t 1 -f FILE";
    }

    /** The lines that say what is wrong; what pgbench says about its own course, and pointers into lines, are left out. */
    static String message(String error) {
        List<String> lines = error.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty()
                        && !line.equals("^")
                        && !line.startsWith("LINE ")
                        && !line.startsWith("pgbench (")
                        && !line.contains("Run was aborted")
                        && !line.startsWith("pgbench: hint: Try"))
                .distinct()
                .limit(5)
                .toList();
        return lines.isEmpty() ? "pgbench gives no reason" : String.join("; ", lines);
    }
}
