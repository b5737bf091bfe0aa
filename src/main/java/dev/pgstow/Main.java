package dev.pgstow;

import dev.pgstow.cli.Pgstow;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The program's entry. Nothing else ends the process. */
public final class Main {
    private static final Set<String> LEVELS = Set.of("error", "warn", "info", "debug");

    private Main() {}

    public static void main(String[] arguments) {
        log(System.getenv("PGSTOW_LOG"));
        System.exit(Pgstow.run(arguments));
    }

    /** Must come before the first logger is made. */
    private static void log(@Nullable String wanted) {
        // a banner and a tip of the day, which jOOQ logs as information
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
        if (wanted == null || wanted.isEmpty()) {
            return;
        }
        String level = wanted.toLowerCase(Locale.ROOT);
        if (!LEVELS.contains(level)) {
            System.err.println("WARNING: PGSTOW_LOG is '" + wanted + "', which is none of error, warn, info and debug");
            return;
        }
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", level);
        if (!level.equals("debug")) {
            System.setProperty("org.slf4j.simpleLogger.log.io.zonky", "error");
        }
    }
}
