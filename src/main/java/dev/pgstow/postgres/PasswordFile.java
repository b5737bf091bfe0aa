package dev.pgstow.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The password file of libpq, {@code ~/.pgpass} (documentation 34.16): lines {@code host:port:database:user:password}, the
 * first that fits counts. The driver has a reader of its own, which also takes a file that others can read and which does
 * not know the name {@code localhost} of sockets; it is never used.
 */
final class PasswordFile {
    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    /** Holds nothing. */
    static final PasswordFile NONE = new PasswordFile(Path.of(""), List.of());

    private final Path path;
    private final List<String> lines;

    private PasswordFile(Path path, List<String> lines) {
        this.path = path;
        this.lines = lines;
    }

    /**
     * Reads the file. One that does not exist or cannot be read holds nothing; one that is no plain file, or that others can
     * read, holds nothing either and is warned of, as libpq does.
     */
    static PasswordFile read(Path path, Consumer<String> warnings) {
        return new PasswordFile(path, lines(path, warnings));
    }

    Path path() {
        return path;
    }

    /**
     * The password for a connection.
     *
     * @param hosts the names the server goes by, one of which a line must give
     */
    Optional<String> password(Set<String> hosts, int port, String database, String user) {
        return lines.stream()
                .filter(line -> !line.startsWith("#"))
                .flatMap(line -> hosts.stream()
                        .map(host -> after(line, host))
                        .map(rest -> after(rest, Integer.toString(port)))
                        .map(rest -> after(rest, database))
                        .map(rest -> after(rest, user))
                        .filter(Objects::nonNull))
                .map(PasswordFile::unescaped)
                .findFirst()
                .filter(password -> !password.isEmpty());
    }

    private static List<String> lines(Path path, Consumer<String> warnings) {
        try {
            if (!Files.exists(path)) {
                return List.of();
            }
            if (!Files.isRegularFile(path)) {
                warnings.accept("password file '" + path + "' is not a plain file");
                return List.of();
            }
            if (!OWNERS.containsAll(Files.getPosixFilePermissions(path))) {
                warnings.accept("password file '" + path
                        + "' has group or world access; permissions should be u=rw (0600) or less");
                return List.of();
            }
            return new String(Files.readAllBytes(path), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** What follows the first field of a line when the field fits the value. */
    private static @Nullable String after(@Nullable String line, String value) {
        if (line == null) {
            return null;
        }
        if (line.startsWith("*:")) {
            return line.substring(2);
        }
        int end = fieldEnd(line);
        boolean fits = end < line.length() && unescaped(line).equals(value);
        return fits ? line.substring(end + 1) : null;
    }

    private static String unescaped(String line) {
        StringBuilder field = new StringBuilder();
        for (int at = 0; at < fieldEnd(line); at++) {
            if (line.charAt(at) == '\\' && at + 1 < line.length()) {
                at++;
            }
            field.append(line.charAt(at));
        }
        return field.toString();
    }

    /** The index of the first colon that is not escaped, else the length. */
    private static int fieldEnd(String line) {
        int at = 0;
        while (at < line.length() && line.charAt(at) != ':') {
            at += line.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at, line.length());
    }
}
