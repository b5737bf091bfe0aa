package dev.pgstow.postgres;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the passwords of one role come from: given, else from the password file by database, else asked for. */
final class Passwords {
    /** The names that lines of the password file may call the server by. */
    private final Set<String> hosts;

    private final int port;
    private final String user;
    private final PasswordFile file;
    private final @Nullable Terminal terminal;
    private volatile @Nullable String given;

    /**
     * @param given wins over the file; null for none
     * @param terminal null when nobody shall be asked
     */
    Passwords(
            @Nullable String given,
            PasswordFile file,
            Set<String> hosts,
            int port,
            String user,
            @Nullable Terminal terminal) {
        this.given = given;
        this.file = file;
        this.hosts = Set.copyOf(hosts);
        this.port = port;
        this.user = user;
        this.terminal = terminal;
    }

    /** Only the password of the settings. */
    static Passwords of(ConnectionSettings settings) {
        return new Passwords(settings.password(), PasswordFile.NONE, Set.of(), settings.port(), settings.user(), null);
    }

    Optional<String> password(String database) {
        String known = given;
        return known != null ? Optional.of(known) : file.password(hosts, port, database, user);
    }

    /** Asks for the password, once and for all databases; false where nobody can answer. */
    synchronized boolean ask() {
        if (terminal == null) {
            return false;
        }
        if (given != null) {
            return true;
        }
        Optional<String> answer = terminal.askSecret("Password for user " + user + ": ");
        given = answer.orElse(null);
        return answer.isPresent();
    }

    /** The file that the password for a database was read from, if it was. */
    Optional<String> fileOf(String database) {
        return given == null && password(database).isPresent()
                ? Optional.of(file.path().toString())
                : Optional.empty();
    }
}
