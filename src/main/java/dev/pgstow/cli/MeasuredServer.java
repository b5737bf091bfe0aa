package dev.pgstow.cli;

import dev.pgstow.linux.Host;
import dev.pgstow.linux.LocalServer;
import dev.pgstow.model.Environment;
import dev.pgstow.model.Tablespace;
import dev.pgstow.postgres.Connector;
import dev.pgstow.postgres.ServerDescriptionReader;
import dev.pgstow.postgres.TablespaceReader;
import dev.pgstow.profile.ServerDescription;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The server whose tablespaces a profile measures.
 *
 * @param description null for a profile of directories alone
 * @param tablespaces all of the server's
 */
record MeasuredServer(@Nullable ServerDescription description, List<Tablespace> tablespaces) {
    static final MeasuredServer NONE = new MeasuredServer(null, List.of());

    MeasuredServer {
        tablespaces = List.copyOf(tablespaces);
    }

    static MeasuredServer of(Connector connector) {
        return new MeasuredServer(
                new ServerDescriptionReader(connector).read(), new TablespaceReader(connector).read());
    }

    /**
     * Itself, having made sure as far as the role may see that it runs on this machine.
     *
     * @throws dev.pgstow.model.PgstowException (refused) when it runs elsewhere
     */
    MeasuredServer here() {
        Path dataDirectory = dataDirectory();
        if (description != null && dataDirectory != null) {
            LocalServer.require(dataDirectory, description.started());
        }
        return this;
    }

    /** This machine and the server; null where the machine does not tell. */
    @Nullable
    Environment environment() {
        Environment host = new Host().environment().orElse(null);
        return host == null || description == null ? host : host.with(description.version(), description.settings());
    }

    @Nullable
    Path dataDirectory() {
        return description == null ? null : description.dataDirectory();
    }
}
