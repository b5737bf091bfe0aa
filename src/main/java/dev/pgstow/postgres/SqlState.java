package dev.pgstow.postgres;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The five characters by which PostgreSQL names an error in every language (documentation, appendix A). */
record SqlState(String code) {
    static SqlState of(Throwable e) {
        for (@Nullable Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException failed && failed.getSQLState() != null) {
                return new SqlState(failed.getSQLState());
            }
        }
        return new SqlState("");
    }

    /** lock_not_available or query_canceled: a timeout of ours, or somebody's cancel. */
    boolean isTimeout() {
        return code.equals("55P03") || code.equals("57014");
    }

    /** connection exception, or the server was shut down or crashed. */
    boolean isLostConnection() {
        return code.startsWith("08") || code.startsWith("57P0");
    }

    boolean isPermission() {
        return code.equals("42501");
    }
}
