package dev.pgstow.postgres;

import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where and as whom to connect, with libpq's defaults already applied.
 *
 * @param host a name or address, or the directory of a unix socket when it begins with '/'
 * @param password null when the server is to be tried without one
 * @param properties further properties of the driver, such as {@code sslmode}
 */
public record ConnectionSettings(
        String host,
        int port,
        String user,
        String database,
        @Nullable String password,
        Map<String, String> properties) {
    public ConnectionSettings {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(database, "database");
        properties = Map.copyOf(properties);
    }

    public boolean unixSocket() {
        return host.startsWith("/");
    }

    /** For messages: never the password. */
    @Override
    public String toString() {
        return "host=" + host + " port=" + port + " user=" + user + " dbname=" + database
                + (properties.isEmpty() ? "" : " " + new TreeMap<>(properties).keySet());
    }
}
