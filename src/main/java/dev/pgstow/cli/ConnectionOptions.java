package dev.pgstow.cli;

import dev.pgstow.postgres.ClientEnvironment;
import dev.pgstow.postgres.ConnectionRequest;
import dev.pgstow.postgres.ConnectionRequest.Prompting;
import dev.pgstow.postgres.Connector;
import dev.pgstow.postgres.Terminal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How to reach the server, as every libpq program takes it. */
final class ConnectionOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    @Option(
            names = {"-h", "--host"},
            paramLabel = "HOST",
            description = "server host or socket directory (PGHOST)")
    private @Nullable String host;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "server port (PGPORT)")
    private @Nullable String port;

    @Option(
            names = {"-U", "--username"},
            paramLabel = "ROLE",
            description = "role to connect as (PGUSER)")
    private @Nullable String user;

    @Option(
            names = {"-d", "--dbname"},
            paramLabel = "DBNAME",
            description =
                    "database, URI or conninfo string (PGDATABASE); the password comes from PGPASSWORD, ~/.pgpass or"
                            + " PGSERVICE")
    private @Nullable String database;

    @ArgGroup
    private @Nullable PasswordOptions password;

    /** One of them at most. */
    private static final class PasswordOptions {
        @Option(
                names = {"-w", "--no-password"},
                description = "never ask for a password")
        private boolean never;

        @Option(
                names = {"-W", "--password"},
                description = "ask for a password before connecting")
        private boolean first;
    }

    /** Opens nothing yet, but with -W asks for the password. */
    Connector connector() {
        return connector(ClientEnvironment.ofProcess(), new CommandTerminal(command));
    }

    Connector connector(ClientEnvironment client, Terminal terminal) {
        Map<String, String> options = new HashMap<>();
        put(options, "host", host);
        put(options, "port", port);
        put(options, "user", user);
        put(options, "dbname", database);
        return new ConnectionRequest(options, prompting()).connector(client, terminal);
    }

    /** Another server, reached with the same role and database unless its conninfo string says otherwise. */
    Connector likewise(String conninfo) {
        Map<String, String> options = new HashMap<>();
        put(options, "user", user);
        put(options, "dbname", conninfo);
        return new ConnectionRequest(options, prompting())
                .connector(ClientEnvironment.ofProcess(), new CommandTerminal(command));
    }

    private Prompting prompting() {
        if (password == null) {
            return Prompting.WHEN_NEEDED;
        }
        if (password.first) {
            return Prompting.FIRST;
        }
        return password.never ? Prompting.NEVER : Prompting.WHEN_NEEDED;
    }

    private static void put(Map<String, String> options, String keyword, @Nullable String value) {
        if (value != null) {
            options.put(keyword, value);
        }
    }

    private record CommandTerminal(CommandSpec command) implements Terminal {
        @Override
        public void warn(String message) {
            command.commandLine().getErr().println("WARNING: " + message);
        }

        @Override
        public Optional<String> askSecret(String prompt) {
            java.io.Console console = System.console();
            if (console == null) {
                return Optional.empty();
            }
            char[] answer = console.readPassword("%s", prompt);
            return Optional.of(answer == null ? "" : new String(answer));
        }
    }
}
