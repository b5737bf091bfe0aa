package dev.pgstow.cli;

import dev.pgstow.files.TiersFile;
import dev.pgstow.migrate.MigrateTerms;
import dev.pgstow.migrate.OpenWindow;
import dev.pgstow.migrate.Preflight;
import dev.pgstow.migrate.Window;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tiers;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How moves are made: by migrate and by undo alike. */
final class MoveOptions {
    private static final Set<String> HAZARDS = Set.of(Preflight.EXCLUSIVE_LOCK, Preflight.IDLE_SLOT);

    @Option(names = "--execute", description = "make the moves; without it nothing is changed")
    private boolean execute;

    @Option(
            names = "--window",
            paramLabel = "WINDOW",
            description = "hold locks only then: 02:00-04:00, 22:00-04:00, 'Sat,Sun 01:00-05:00', or 90m from now")
    private @Nullable String window;

    @Option(
            names = "--zone",
            paramLabel = "ZONE",
            description = "time zone of the window, such as Europe/Berlin (default: this machine's)")
    private @Nullable String zone;

    @Option(
            names = "--lock-timeout",
            paramLabel = "TIME",
            defaultValue = "200ms",
            converter = DurationConverter.class,
            description = "how long others may queue behind a move that waits for its lock (default: ${DEFAULT-VALUE})")
    private Duration lockTimeout = MigrateTerms.LOCK_TIMEOUT;

    @Option(
            names = "--lock-tries",
            paramLabel = "N",
            defaultValue = "50",
            description = "tries before a move is put back, once, and then given up (default: ${DEFAULT-VALUE})")
    private int lockTries = MigrateTerms.LOCK_TRIES;

    @Option(
            names = "--accept",
            paramLabel = "HAZARD",
            split = ",",
            description = "accept a hazard by name: exclusive-lock, idle-slot")
    private List<String> accept = List.of();

    @Option(
            names = "--skip-refused",
            description = "make the other moves when preflight refuses some; check their order yourself")
    private boolean skipRefused;

    @Option(
            names = "--tiers",
            paramLabel = "FILE",
            description = "tiers file, for the space and the durability of the targets")
    private @Nullable Path tiers;

    boolean execute() {
        return execute;
    }

    boolean skipRefused() {
        return skipRefused;
    }

    @Nullable
    Tiers tiers() {
        return tiers == null ? null : TiersFile.read(tiers);
    }

    ZoneId zone() {
        try {
            return zone == null ? ZoneId.systemDefault() : ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw new PgstowException(
                    ErrorCode.USAGE, "there is no time zone '" + zone + "'", "Write 'UTC' or 'Europe/Berlin'.", e);
        }
    }

    Window window(Instant now) {
        if (window == null && zone != null) {
            throw new PgstowException(
                    ErrorCode.USAGE, "--zone '" + zone + "' is of a window, and none is given", "Add --window.");
        }
        return window == null ? new OpenWindow() : Window.parse(window, zone(), now);
    }

    MigrateTerms terms(Window window) {
        if (lockTimeout.toMillis() < 1 || lockTries < 1) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "--lock-timeout must be 1ms or more and --lock-tries 1 or more",
                    "A move that waits for its lock without an end would make everybody else wait too.");
        }
        return new MigrateTerms(window, lockTimeout, lockTries, MigrateTerms.MARGIN);
    }

    Set<String> accepted() {
        for (String name : accept) {
            if (!HAZARDS.contains(name)) {
                throw new PgstowException(
                        ErrorCode.USAGE,
                        "there is no hazard '" + name + "'",
                        "There are " + String.join(" and ", new TreeSet<>(HAZARDS)) + ".");
            }
        }
        return new HashSet<>(accept);
    }
}
