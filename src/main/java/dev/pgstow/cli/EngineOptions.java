package dev.pgstow.cli;

import dev.pgstow.files.FioJson;
import dev.pgstow.linux.Devices;
import dev.pgstow.linux.DirectIoProbe;
import dev.pgstow.linux.FioProbe;
import dev.pgstow.postgres.Connector;
import dev.pgstow.postgres.SqlProbe;
import dev.pgstow.profile.Device;
import dev.pgstow.profile.DeviceLookup;
import dev.pgstow.profile.DeviceProbe;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who measures. */
final class EngineOptions {
    /** Names as users write them. */
    enum Engine {
        BUILTIN,
        FIO,
        SQL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--engine",
            paramLabel = "ENGINE",
            defaultValue = "builtin",
            description = {
                "who measures (default: ${DEFAULT-VALUE}): builtin; fio, the program on the PATH, with the same patterns;",
                "sql, for servers whose disk cannot be reached: reads random blocks of existing tables through the server,"
                        + " its page cache included, and measures no writes"
            })
    private Engine engine = Engine.BUILTIN;

    @Option(
            names = "--max-iops",
            paramLabel = "N",
            description =
                    "make no more than N requests a second, to spare others; the limits of a tier stay unknown then")
    private @Nullable Double maxIops;

    /** Whether the server reads for us. */
    boolean throughServer() {
        return engine == Engine.SQL;
    }

    @Nullable
    Double maxIops() {
        return maxIops;
    }

    DeviceProbe probe(Supplier<Connector> connector) {
        String version = Pgstow.Version.number();
        return switch (engine) {
            case BUILTIN -> new DirectIoProbe(version, maxIops);
            case FIO -> new FioProbe(version, new FioJson(), maxIops);
            case SQL -> new SqlProbe(connector.get());
        };
    }

    DeviceLookup devices() {
        return throughServer() ? Device::unknown : new Devices();
    }
}
