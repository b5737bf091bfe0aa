package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;

/** Opens connections to the databases of one cluster, each in autocommit. */
public final class Connector {
    private final ConnectionSettings settings;

    public Connector(ConnectionSettings settings) {
        this.settings = Objects.requireNonNull(settings, "settings");
    }

    public ConnectionSettings settings() {
        return settings;
    }

    /** The database that was named, through which cluster-wide facts are read. */
    public String database() {
        return settings.database();
    }

    /**
     * Opens a connection.
     *
     * @param applicationName what pg_stat_activity shows, such as {@code pgstow migrate}
     * @throws PgstowException (cannot-connect) in the server's or the driver's words
     */
    public Connection open(String database, String applicationName) {
        Properties properties = new Properties();
        properties.putAll(settings.properties());
        properties.setProperty("user", settings.user());
        if (settings.password() != null) {
            properties.setProperty("password", settings.password());
        }
        properties.setProperty("ApplicationName", applicationName);
        properties.setProperty("tcpKeepAlive", "true");
        String host = settings.host();
        String at = host.contains(":") ? "[" + host + "]" : host;
        String url = "jdbc:postgresql://" + at + ":" + settings.port() + "/"
                + java.net.URLEncoder.encode(database, java.nio.charset.StandardCharsets.UTF_8);
        try {
            return DriverManager.getConnection(url, properties);
        } catch (SQLException e) {
            throw new PgstowException(
                    ErrorCode.CANNOT_CONNECT,
                    "cannot connect to database '" + database + "' (" + settings + "): " + e.getMessage(),
                    "Check -h, -p, -U and -d, or PGHOST, PGPORT, PGUSER and PGDATABASE.",
                    e);
        }
    }
}
