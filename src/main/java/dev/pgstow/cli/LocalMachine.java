package dev.pgstow.cli;

import dev.pgstow.linux.ServerMachine;
import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tablespace;
import dev.pgstow.postgres.Connector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the server's machine counts, where that is this one. */
final class LocalMachine {
    private LocalMachine() {}

    /** Gives null where the server runs elsewhere, or this user or role may not look. */
    static Supplier<@Nullable MachineCounters> of(Connector connector) {
        try {
            MeasuredServer server = MeasuredServer.of(connector).here();
            Path dataDirectory = server.dataDirectory();
            if (dataDirectory == null) {
                return () -> null;
            }
            List<Path> directories = new ArrayList<>(List.of(dataDirectory));
            server.tablespaces().stream()
                    .map(Tablespace::location)
                    .filter(location -> !location.isEmpty())
                    .map(Path::of)
                    .forEach(directories::add);
            return new ServerMachine(dataDirectory, directories)::counters;
        } catch (PgstowException e) {
            return () -> null;
        }
    }
}
