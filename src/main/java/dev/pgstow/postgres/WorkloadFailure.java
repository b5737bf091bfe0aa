package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The ways in which a workload cannot be run, as errors. */
final class WorkloadFailure {
    private static final String READ_ONLY_TRANSACTION = "25006";

    private WorkloadFailure() {}

    /** A statement that the server refused. */
    static PgstowException statement(String what, SQLException e) {
        String message = what + ": " + message(e);
        if (READ_ONLY_TRANSACTION.equals(e.getSQLState())) {
            return writes(message, e);
        }
        return new PgstowException(
                ErrorCode.BAD_FILE,
                message,
                "Try the statement in psql, in the same database and as the same role.",
                e);
    }

    /** On one line; the driver adds the position on another, counted in a text that the user does not see. */
    static String message(Throwable e) {
        return Objects.requireNonNullElse(e.getMessage(), e.toString())
                .lines()
                .map(String::strip)
                .filter(line -> !line.startsWith("Position:"))
                .collect(Collectors.joining("; "));
    }

    /** A workload that would write. */
    static PgstowException writes(String message, @Nullable Throwable cause) {
        return new PgstowException(
                ErrorCode.REFUSED,
                message,
                "The sessions of verify are read-only. Add --allow-writes if this database may be written to.",
                cause);
    }

    static PgstowException interrupted() {
        Thread.currentThread().interrupt();
        return new PgstowException(ErrorCode.REFUSED, "the benchmark was interrupted", "Nothing is left running.");
    }
}
