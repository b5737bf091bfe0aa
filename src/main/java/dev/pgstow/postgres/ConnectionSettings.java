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
 * @param parameters further options by libpq's keyword, such as {@code sslmode}
 */
public record ConnectionSettings(
        String host,
        int port,
        String user,
        String database,
        @Nullable String password,
        Map<String, String> parameters) {
    public ConnectionSettings {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(database, "database");
        parameters = Map.copyOf(parameters);
    }

    public boolean unixSocket() {
        return host.startsWith("/");
    }

    /** The file that a server listens on in the directory {@link #host}. */
    String socketFile() {
        return host + "/.s.PGSQL." + port;
    }

    ConnectionSettings withPassword(@Nullable String other) {
        return new ConnectionSettings(host, port, user, database, other, parameters);
    }

    /**
     * The variables with which a program of libpq, such as pgbench, makes the same connection. Holds the password, so it is
     * for a child's environment only.
     */
    public Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        environment.put("PGHOST", host);
        environment.put("PGPORT", Integer.toString(port));
        environment.put("PGUSER", user);
        environment.put("PGDATABASE", database);
        if (password != null) {
            environment.put("PGPASSWORD", password);
        }
        for (LibpqOption option : LibpqOption.values()) {
            String value = parameters.get(option.keyword());
            if (value != null) {
                option.variable().ifPresent(variable -> environment.put(variable, value));
            }
        }
        return environment;
    }

    /**
     * Makes a child's environment lead to the same connection: sets {@link #environment} and removes every variable that
     * would lead elsewhere, such as an inherited PGSERVICE, which goes before PGHOST.
     */
    public void applyTo(Map<String, String> childEnvironment) {
        for (LibpqOption option : LibpqOption.values()) {
            option.variable().ifPresent(childEnvironment::remove);
        }
        childEnvironment.remove("PGSERVICE");
        childEnvironment.putAll(environment());
    }

    /** For messages: never the password. */
    @Override
    public String toString() {
        return "host=" + host + " port=" + port + " user=" + user + " dbname=" + database
                + (parameters.isEmpty() ? "" : " " + new TreeMap<>(parameters).keySet());
    }
}
