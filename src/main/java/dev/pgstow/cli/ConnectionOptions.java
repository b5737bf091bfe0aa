package dev.pgstow.cli;

import dev.pgstow.postgres.ConnectionSettings;
import dev.pgstow.postgres.Connector;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How to reach the server, as every libpq program takes it. */
final class ConnectionOptions {
    @Option(
            names = {"-h", "--host"},
            paramLabel = "HOST",
            description = "server host or socket directory (PGHOST)")
    private @Nullable String host;

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            description = "server port (PGPORT)")
    private @Nullable Integer port;

    @Option(
            names = {"-U", "--username"},
            paramLabel = "ROLE",
            description = "role to connect as (PGUSER)")
    private @Nullable String user;

    @Option(
            names = {"-d", "--dbname"},
            paramLabel = "DBNAME",
            description = "database, URI or conninfo string (PGDATABASE)")
    private @Nullable String database;

    /** Opens nothing yet. */
    Connector connector() {
        String role = user == null ? System.getProperty("user.name") : user;
        return new Connector(new ConnectionSettings(
                host == null ? "localhost" : host,
                port == null ? 5432 : port,
                role,
                database == null ? role : database,
                null,
                Map.of()));
    }
}
