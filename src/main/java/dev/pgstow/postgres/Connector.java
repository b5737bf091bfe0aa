package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.ServerVersion;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.newsclub.net.unix.AFUNIXSocket;
import org.postgresql.PGConnection;
import org.slf4j.LoggerFactory;

/** Opens connections to the databases of one cluster, each in autocommit. */
public final class Connector {
    /** Held, because Java forgets a logger that nobody holds, and its level with it. */
    private static final java.util.logging.Logger DRIVER_LOG = java.util.logging.Logger.getLogger("org.postgresql");

    static {
        // what the driver writes to stderr by itself comes again in its exceptions
        if (!LoggerFactory.getLogger(Connector.class).isDebugEnabled()) {
            DRIVER_LOG.setLevel(Level.OFF);
        }
    }

    private final ConnectionSettings settings;
    private final Passwords passwords;

    /** With the password of the settings for all databases. */
    public Connector(ConnectionSettings settings) {
        this(settings, Passwords.of(settings));
    }

    Connector(ConnectionSettings settings, Passwords passwords) {
        this.settings = Objects.requireNonNull(settings, "settings");
        this.passwords = Objects.requireNonNull(passwords, "passwords");
    }

    /** For the database that was named, with its password as far as it is known by now. */
    public ConnectionSettings settings() {
        return settings.withPassword(passwords.password(settings.database()).orElse(null));
    }

    /** The database that was named, through which cluster-wide facts are read. */
    public String database() {
        return settings.database();
    }

    /**
     * Opens a connection to a PostgreSQL server that pgstow supports.
     *
     * @param applicationName what pg_stat_activity shows, such as {@code pgstow migrate}
     * @throws PgstowException (cannot-connect or not-permitted) in the server's or libpq's words; (unsupported) when the
     *     server is too old or something else
     */
    public Connection open(String database, String applicationName) {
        try {
            return connect(database, applicationName);
        } catch (SQLException e) {
            ConnectionFailure failure = failure(e, database);
            if (!failure.needsPassword() || !passwords.ask()) {
                throw failure.exception();
            }
        }
        try {
            return connect(database, applicationName);
        } catch (SQLException e) {
            throw failure(e, database).exception();
        }
    }

    private Connection connect(String database, String applicationName) throws SQLException {
        if (settings.unixSocket() && !AFUNIXSocket.isSupported()) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "unix sockets do not work here: the native library of junixsocket cannot be loaded",
                    "Let -Djava.io.tmpdir name a directory from which programs may run, or connect with -h localhost.");
        }
        String host = settings.unixSocket() ? "localhost" : settings.host();
        String url = "jdbc:postgresql://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + settings.port() + "/"
                + URLEncoder.encode(database, StandardCharsets.UTF_8);
        @Nullable String password = passwords.password(database).orElse(null);
        Connection connection =
                DriverManager.getConnection(url, DriverProperties.of(settings, password, applicationName));
        try {
            check(connection);
            return connection;
        } catch (PgstowException | SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** By what the server said at the start of the session: costs no round trip. */
    private static void check(Connection connection) throws SQLException {
        PGConnection session = connection.unwrap(PGConnection.class);
        String version = Objects.requireNonNullElse(session.getParameterStatus("server_version"), "unknown");
        String hint = "pgstow works with PostgreSQL " + ServerVersion.OLDEST.major() + " and later.";
        if (session.getParameterStatus("crdb_version") != null) {
            throw new PgstowException(ErrorCode.UNSUPPORTED, "the server is CockroachDB, not PostgreSQL", hint);
        }
        if (connection.getMetaData().getDatabaseMajorVersion() < ServerVersion.OLDEST.major()) {
            throw new PgstowException(ErrorCode.UNSUPPORTED, "the server's version '" + version + "' is too old", hint);
        }
    }

    private ConnectionFailure failure(SQLException e, String database) {
        return new ConnectionFailure(e, settings, passwords.password(database).isPresent(), passwords.fileOf(database));
    }
}
