package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The connection service files of libpq (documentation 34.17). */
final class ServiceFile {
    /** libpq's compiled-in directory for system-wide files: Debian's, the RPM packages', PostgreSQL's own. */
    private static final List<String> SYSTEM_DIRECTORIES =
            List.of("/etc/postgresql-common", "/etc/sysconfig/pgsql", "/usr/local/pgsql/etc");

    private ServiceFile() {}

    /**
     * The options of a service: from the user's file, else from the system's.
     *
     * @throws PgstowException when no file defines the service, or one cannot be understood
     */
    static Map<String, String> options(String service, ClientEnvironment client) {
        List<Path> files = files(client);
        for (Path file : files) {
            Optional<Map<String, String>> options = options(service, file);
            if (options.isPresent()) {
                return options.get();
            }
        }
        throw new PgstowException(
                ErrorCode.USAGE,
                "definition of service '" + service + "' not found",
                files.isEmpty()
                        ? "There is no service file; PGSERVICEFILE names one, or write ~/.pg_service.conf."
                        : "Looked in "
                                + String.join(
                                        " and ",
                                        files.stream().map(Path::toString).toList()) + ".");
    }

    private static List<Path> files(ClientEnvironment client) {
        List<Path> files = new ArrayList<>();
        Optional<String> named = client.variable("PGSERVICEFILE");
        if (named.isPresent()) {
            files.add(Path.of(named.get()));
        } else if (Files.exists(client.home().resolve(".pg_service.conf"))) {
            files.add(client.home().resolve(".pg_service.conf"));
        }
        client.variable("PGSYSCONFDIR").map(List::of).orElse(SYSTEM_DIRECTORIES).stream()
                .map(directory -> Path.of(directory, "pg_service.conf"))
                .filter(Files::exists)
                .findFirst()
                .ifPresent(files::add);
        return files;
    }

    private static Optional<Map<String, String>> options(String service, Path file) {
        Map<String, String> options = new LinkedHashMap<>();
        boolean found = false;
        int number = 0;
        for (String raw : lines(file)) {
            number++;
            String line = raw.strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[")) {
                if (found) {
                    break;
                }
                found = line.startsWith("[" + service + "]");
            } else if (found) {
                option(line, options, "service file '" + file + "', line " + number);
            }
        }
        return found ? Optional.of(options) : Optional.empty();
    }

    private static void option(String line, Map<String, String> options, String where) {
        int equals = line.indexOf('=');
        String keyword = equals < 0 ? line : line.substring(0, equals);
        if (keyword.equals("service")) {
            throw bad("nested 'service' specifications not supported in " + where);
        }
        if (equals < 0 || LibpqOption.of(keyword).isEmpty()) {
            // the line itself may hold a password
            throw bad("syntax error in " + where);
        }
        options.putIfAbsent(keyword, line.substring(equals + 1));
    }

    private static List<String> lines(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (java.nio.file.NoSuchFileException e) {
            throw bad("service file '" + file + "' not found");
        } catch (IOException e) {
            throw bad("service file '" + file + "' cannot be read: " + e.getMessage());
        }
    }

    private static PgstowException bad(String message) {
        return new PgstowException(
                ErrorCode.BAD_FILE,
                message,
                "A service is a line '[name]' followed by lines 'keyword=value' with libpq's keywords and no blanks"
                        + " around '='.");
    }
}
