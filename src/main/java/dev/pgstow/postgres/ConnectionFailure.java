package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Why no connection came about, in the server's or libpq's words.
 *
 * @param settings with the database that was tried
 * @param passwordGiven whether a password was sent or could have been
 * @param passwordFile where that password was read, if from a file
 */
record ConnectionFailure(
        SQLException cause, ConnectionSettings settings, boolean passwordGiven, Optional<String> passwordFile) {
    /** Documentation, appendix A. */
    private static final String INVALID_PASSWORD = "28P01";

    private static final String INVALID_AUTHORIZATION = "28000";
    private static final String UNKNOWN_DATABASE = "3D000";
    private static final String NO_PRIVILEGE = "42501";
    private static final String TOO_MANY_CONNECTIONS = "53300";
    private static final String CANNOT_CONNECT_NOW = "57P03";

    /** The driver's own: the handshake was refused by one side. */
    private static final String REJECTED = "08004";

    /** The driver's own while connecting: a certificate or its check. */
    private static final String TLS_FAILURE = "08006";

    /** Whether the server wanted a password and we had none. */
    boolean needsPassword() {
        return !passwordGiven && (state().equals(INVALID_PASSWORD) || scramWithoutPassword());
    }

    PgstowException exception() {
        ErrorCode code = state().equals(NO_PRIVILEGE) ? ErrorCode.NOT_PERMITTED : ErrorCode.CANNOT_CONNECT;
        return new PgstowException(code, "connection to server " + place() + " failed: " + reason(), hint(), cause);
    }

    private String place() {
        return settings.unixSocket()
                ? "on socket '" + settings.socketFile() + "'"
                : "at '" + settings.host() + "', port " + settings.port();
    }

    private String reason() {
        if (needsPassword()) {
            return "no password supplied";
        }
        Optional<String> server = serverMessage();
        if (server.isPresent()) {
            return server.get();
        }
        if (caused(UnknownHostException.class)) {
            return "could not translate host name '" + settings.host() + "' to address";
        }
        if (timedOut()) {
            return "timeout expired";
        }
        if (wrongKind()) {
            return "the server is none of target_session_attrs '"
                    + settings.parameters().get("target_session_attrs") + "'";
        }
        if (caused(EOFException.class)) {
            return "server closed the connection unexpectedly";
        }
        if (settings.unixSocket() && !Files.exists(Path.of(settings.socketFile()))) {
            return "no such file or directory";
        }
        Throwable root = root();
        String text = root instanceof IOException ? root.getMessage() : cause.getMessage();
        String message = Objects.requireNonNullElse(text, root.toString());
        return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }

    private String hint() {
        if (needsPassword()) {
            return "Give it in PGPASSWORD, in ~/.pgpass or in a service named by PGSERVICE; -W asks for it.";
        }
        return switch (state()) {
            case INVALID_PASSWORD ->
                passwordFile
                        .map(file -> "The password was read from file '" + file + "'.")
                        .orElse("The password comes from -W, PGPASSWORD, the service file or ~/.pgpass,"
                                + " the first of these that has one.");
            case INVALID_AUTHORIZATION -> "Check -U, and what the server's pg_hba.conf allows from here.";
            case UNKNOWN_DATABASE -> "Name the database with -d; without it the role's name is taken.";
            case NO_PRIVILEGE -> "The role '" + settings.user() + "' needs CONNECT on the database.";
            case TOO_MANY_CONNECTIONS ->
                "Close other sessions, or use a role for which superuser_reserved_connections or"
                        + " reserved_connections are kept.";
            case CANNOT_CONNECT_NOW -> "Try again when the server has started up.";
            default -> hintOfTransport();
        };
    }

    private String hintOfTransport() {
        if (caused(SSLException.class) || state().equals(REJECTED) || state().equals(TLS_FAILURE)) {
            return "Check PGSSLMODE and PGSSLROOTCERT, and what the server's ssl and pg_hba.conf allow.";
        }
        if (serverMessage().isPresent()) {
            return "";
        }
        if (wrongKind()) {
            return "Connect to another server, or change PGTARGETSESSIONATTRS.";
        }
        if (settings.unixSocket()) {
            return "Is the server running on this machine, with this directory in unix_socket_directories"
                    + " and this port? -h localhost connects by TCP.";
        }
        if (timedOut()) {
            return "Is there a firewall between? PGCONNECT_TIMEOUT sets the seconds to wait.";
        }
        return "Is the server running there, and do listen_addresses and the port fit -h and -p?";
    }

    private String state() {
        return Objects.requireNonNullElse(cause.getSQLState(), "");
    }

    private boolean scramWithoutPassword() {
        return state().equals(REJECTED)
                && Objects.toString(cause.getMessage(), "").contains("SCRAM");
    }

    private Optional<String> serverMessage() {
        return Optional.of(cause)
                .filter(PSQLException.class::isInstance)
                .map(e -> ((PSQLException) e).getServerErrorMessage())
                .map(ServerErrorMessage::getMessage);
    }

    private boolean timedOut() {
        // the driver's words for its loginTimeout, which has no exception of its own
        return caused(SocketTimeoutException.class)
                || Objects.toString(cause.getMessage(), "").equals("Connection attempt timed out.");
    }

    private boolean wrongKind() {
        return Objects.toString(cause.getMessage(), "").contains("targetServerType");
    }

    private boolean caused(Class<? extends Throwable> type) {
        for (Throwable e = cause; e != null; e = e.getCause()) {
            if (type.isInstance(e)) {
                return true;
            }
        }
        return false;
    }

    private Throwable root() {
        Throwable e = cause;
        while (e.getCause() != null) {
            e = e.getCause();
        }
        return e;
    }
}
