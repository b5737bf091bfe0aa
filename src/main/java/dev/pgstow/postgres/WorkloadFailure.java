package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The ways in which a workload cannot be run, as errors. */
final class WorkloadFailure {
    private static final String READ_ONLY_TRANSACTION = "25006";

    private WorkloadFailure() {}

    /** A statement that the server refused. */
    static PgstowException statement(String what, SQLException e) {
        if (READ_ONLY_TRANSACTION.equals(e.getSQLState())) {
            return writes(what + ": " + e.getMessage(), e);
        }
        return new PgstowException(
                ErrorCode.BAD_FILE,
                what + ": " + e.getMessage(),
                "Try the statement in psql, in the same database and as the same role.",
                e);
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
