package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a command line asks for. The rest is filled in as libpq does, in this order: a connection string in {@code -d},
 * options beside it, the service, the environment, defaults (documentation 34.1.2, 34.15, 34.17; a connection string goes
 * before the options beside it in psql, too).
 *
 * @param options values by libpq's keyword; {@code dbname} may be a connection string
 */
public record ConnectionRequest(Map<String, String> options, Prompting prompting) {
    /** When to ask for a password. */
    public enum Prompting {
        NEVER,
        WHEN_NEEDED,
        FIRST
    }

    /** Where packages of PostgreSQL put their sockets. */
    private static final List<String> SOCKET_DIRECTORIES = List.of("/var/run/postgresql", "/tmp");

    /** What can be a name or an address; nothing else may get into the driver's URL. */
    private static final Pattern ADDRESS = Pattern.compile("[\\p{L}\\p{N}._:%-]*");

    private static final int DEFAULT_PORT = 5432;

    /** Libpq waits for ever, which is no help in a maintenance window. */
    private static final String DEFAULT_CONNECT_TIMEOUT = "10";

    private static final Map<String, Set<String>> CHOICES = Map.of(
            "sslmode", Set.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full"),
            "channel_binding", Set.of("disable", "prefer", "require"),
            "gssencmode", Set.of("disable", "prefer", "require"),
            "sslnegotiation", Set.of("postgres", "direct"),
            "target_session_attrs", Set.of("any", "read-write", "read-only", "primary", "standby", "prefer-standby"));

    public ConnectionRequest {
        options = Map.copyOf(options);
        Objects.requireNonNull(prompting, "prompting");
    }

    /**
     * Opens nothing yet, but reads the files of libpq and, if so requested, asks for the password.
     *
     * @throws PgstowException (usage or bad-file) in libpq's words
     */
    public Connector connector(ClientEnvironment client, Terminal terminal) {
        Map<String, String> values = merged(client);
        check(values);
        String hostAddress = value(values, "hostaddr").orElse("");
        int port = number(values, "port", 1, 65535).orElse(DEFAULT_PORT);
        String host = value(values, "host").orElseGet(() -> hostAddress.isEmpty() ? defaultHost(port) : hostAddress);
        String user = value(values, "user").orElse(client.user());
        String database = value(values, "dbname").orElse(user);

        String password = value(values, "password").orElse(null);
        PasswordFile file = password != null || prompting == Prompting.FIRST
                ? PasswordFile.NONE
                : PasswordFile.read(passwordFile(values, client), terminal::warn);
        Passwords passwords = new Passwords(
                prompting == Prompting.FIRST ? null : password,
                file,
                namesInPasswordFile(host),
                port,
                user,
                prompting == Prompting.NEVER ? null : terminal);
        if (prompting == Prompting.FIRST && !passwords.ask()) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "there is no terminal to ask for the password that -W wants",
                    "Give it in PGPASSWORD, in ~/.pgpass or in a service named by PGSERVICE.");
        }
        ConnectionSettings settings = new ConnectionSettings(
                hostAddress.isEmpty() ? host : hostAddress, port, user, database, null, parameters(values, client));
        return new Connector(settings, passwords);
    }

    private Map<String, String> merged(ClientEnvironment client) {
        Map<String, String> values = new LinkedHashMap<>();
        options.forEach((keyword, value) -> {
            if (!value.isEmpty()) {
                values.put(keyword, value);
            }
        });
        String dbname = values.getOrDefault("dbname", "");
        if (Conninfo.recognizes(dbname)) {
            values.remove("dbname");
            values.putAll(Conninfo.parse(dbname));
        }
        Optional.ofNullable(values.remove("service"))
                .or(() -> client.variable("PGSERVICE"))
                .ifPresent(service -> ServiceFile.options(service, client).forEach(values::putIfAbsent));
        for (LibpqOption option : LibpqOption.values()) {
            option.variable().flatMap(client::variable).ifPresent(value -> values.putIfAbsent(option.keyword(), value));
        }
        if (client.variable("PGREQUIRESSL").orElse("").startsWith("1")) {
            values.putIfAbsent("sslmode", "require");
        }
        return values;
    }

    private static void check(Map<String, String> values) {
        for (LibpqOption option : LibpqOption.values()) {
            if (option.refuses(values.getOrDefault(option.keyword(), ""))) {
                throw bad("connection option '" + option.keyword() + "' is not supported by pgstow");
            }
        }
        for (String keyword : List.of("host", "hostaddr", "port")) {
            if (value(values, keyword).orElse("").contains(",")) {
                throw bad("more than one " + keyword + ": pgstow works on one server at a time");
            }
        }
        CHOICES.forEach((keyword, choices) -> value(values, keyword).ifPresent(value -> {
            if (!choices.contains(value)) {
                throw bad("invalid " + keyword + " value: '" + value + "'");
            }
        }));
        String host = value(values, "host").orElse("");
        if (host.startsWith("@")) {
            throw bad("sockets in the abstract namespace are not supported by pgstow");
        }
        if (!host.startsWith("/")
                && !ADDRESS.matcher(host + value(values, "hostaddr").orElse("")).matches()) {
            throw bad("could not translate host name '" + host + "' to address");
        }
        if (value(values, "hostaddr").isPresent()
                && value(values, "host").isPresent()
                && value(values, "sslmode").orElse("").equals("verify-full")) {
            throw bad("sslmode 'verify-full' with both host and hostaddr is not supported by pgstow");
        }
    }

    private static Map<String, String> parameters(Map<String, String> values, ClientEnvironment client) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (LibpqOption option : LibpqOption.values()) {
            if (option.passed()) {
                value(values, option.keyword()).ifPresent(value -> parameters.put(option.keyword(), value));
            }
        }
        number(values, "connect_timeout", Integer.MIN_VALUE, Integer.MAX_VALUE);
        parameters.putIfAbsent("connect_timeout", DEFAULT_CONNECT_TIMEOUT);
        CertificateFiles.fillIn(parameters, client.home().resolve(".postgresql"));
        return parameters;
    }

    private static Path passwordFile(Map<String, String> values, ClientEnvironment client) {
        return value(values, "passfile").map(Path::of).orElse(client.home().resolve(".pgpass"));
    }

    private static String defaultHost(int port) {
        return SOCKET_DIRECTORIES.stream()
                .filter(directory -> Files.exists(Path.of(directory, ".s.PGSQL." + port)))
                .findFirst()
                .orElse("localhost");
    }

    /** A line for {@code localhost} is for the default socket directory, too. */
    private static Set<String> namesInPasswordFile(String host) {
        Set<String> names = new LinkedHashSet<>(Set.of(host));
        if (SOCKET_DIRECTORIES.contains(host)) {
            names.add("localhost");
        }
        return names;
    }

    /** Libpq takes an empty value for none, though one from a higher place keeps those of lower places out. */
    private static Optional<String> value(Map<String, String> values, String keyword) {
        return Optional.ofNullable(values.get(keyword)).filter(value -> !value.isEmpty());
    }

    private static Optional<Integer> number(Map<String, String> values, String keyword, int lowest, int highest) {
        return value(values, keyword).map(text -> {
            try {
                int number = Integer.parseInt(text.strip());
                if (number < lowest || number > highest) {
                    throw bad("invalid " + keyword + " number: '" + text + "'");
                }
                return number;
            } catch (NumberFormatException e) {
                throw bad("invalid integer value '" + text + "' for connection option '" + keyword + "'");
            }
        });
    }

    private static PgstowException bad(String message) {
        return new PgstowException(
                ErrorCode.USAGE,
                message,
                "Values come from the command line, the service file and the environment, in this order.");
    }

    /** Without the values: somebody may have put a password there. */
    @Override
    public String toString() {
        return new TreeSet<>(options.keySet()) + " " + prompting;
    }
}
