package dev.pgstow.postgres;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What libpq asks the operating system about whoever runs a client.
 *
 * @param variables the environment
 * @param home where .pgpass, .pg_service.conf and .postgresql are
 * @param user the operating system's name for the user, the default role
 */
public record ClientEnvironment(Map<String, String> variables, Path home, String user) {
    public ClientEnvironment {
        variables = Map.copyOf(variables);
        Objects.requireNonNull(home, "home");
        Objects.requireNonNull(user, "user");
    }

    /** Of this process. */
    public static ClientEnvironment ofProcess() {
        Map<String, String> variables = System.getenv();
        String home = variables.getOrDefault("HOME", "");
        return new ClientEnvironment(
                variables,
                Path.of(home.isEmpty() ? System.getProperty("user.home") : home),
                System.getProperty("user.name"));
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    /** Without the environment, which may hold a password. */
    @Override
    public String toString() {
        return "user=" + user + " home=" + home;
    }
}
