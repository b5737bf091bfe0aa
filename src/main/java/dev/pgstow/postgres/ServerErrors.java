package dev.pgstow.postgres;

import dev.pgstow.migrate.Attempt;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.SQLException;
import java.util.Objects;
import org.jooq.exception.DataAccessException;

/** Errors of the driver as errors of pgstow, told apart by SQLSTATE. */
final class ServerErrors {
    private ServerErrors() {}

    static PgstowException of(Exception e) {
        if (e instanceof PgstowException known) {
            return known;
        }
        String state = state(e);
        String message = message(e);
        if (Attempt.ending(state) == Attempt.Ending.LOST) {
            return new PgstowException(
                    ErrorCode.CANNOT_CONNECT,
                    "the connection to the server was lost: " + message,
                    "Run the same command again: it looks at the catalog first and goes on.",
                    e);
        }
        if (state.equals("42501")) {
            return new PgstowException(
                    ErrorCode.NOT_PERMITTED,
                    "the server refused: " + message,
                    "Grant the right or use another role.",
                    e);
        }
        return new PgstowException(
                ErrorCode.UNSUPPORTED,
                "the server refused (SQLSTATE " + state + "): " + message,
                "Look into the server's log; nothing was changed by this statement.",
                e);
    }

    static String state(Exception e) {
        if (e instanceof DataAccessException access) {
            return access.sqlState();
        }
        return e instanceof SQLException sql ? Objects.requireNonNullElse(sql.getSQLState(), "") : "";
    }

    /** The server's own words on one line, without jOOQ's and without the statement. */
    static String message(Exception e) {
        Throwable cause = e instanceof DataAccessException && e.getCause() != null ? e.getCause() : e;
        return Objects.requireNonNullElse(cause.getMessage(), cause.toString())
                .replaceAll("\\s*\\R\\s*", " ")
                .strip();
    }
}
