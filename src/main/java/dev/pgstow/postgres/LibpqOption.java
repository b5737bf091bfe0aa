package dev.pgstow.postgres;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connection options of libpq by keyword, with their environment variables (documentation 34.1.2 and 34.15), and what
 * pgstow does with each. An option that would make a connection safer and that the driver cannot honour is refused, never
 * ignored.
 */
enum LibpqOption {
    HOST("host", "PGHOST", Use.KEPT),
    HOSTADDR("hostaddr", "PGHOSTADDR", Use.KEPT),
    PORT("port", "PGPORT", Use.KEPT),
    DBNAME("dbname", "PGDATABASE", Use.KEPT),
    USER("user", "PGUSER", Use.KEPT),
    PASSWORD("password", "PGPASSWORD", Use.KEPT),
    PASSFILE("passfile", "PGPASSFILE", Use.KEPT),
    // PGSERVICE is read before all other variables, because what the service says goes before them
    SERVICE("service", null, Use.KEPT),
    CONNECT_TIMEOUT("connect_timeout", "PGCONNECT_TIMEOUT", Use.PASSED),
    OPTIONS("options", "PGOPTIONS", Use.PASSED),
    SSLMODE("sslmode", "PGSSLMODE", Use.PASSED),
    SSLROOTCERT("sslrootcert", "PGSSLROOTCERT", Use.PASSED),
    SSLCERT("sslcert", "PGSSLCERT", Use.PASSED),
    SSLKEY("sslkey", "PGSSLKEY", Use.PASSED),
    SSLNEGOTIATION("sslnegotiation", "PGSSLNEGOTIATION", Use.PASSED),
    CHANNEL_BINDING("channel_binding", "PGCHANNELBINDING", Use.PASSED),
    REQUIRE_AUTH("require_auth", "PGREQUIREAUTH", Use.PASSED),
    GSSENCMODE("gssencmode", "PGGSSENCMODE", Use.PASSED),
    KRBSRVNAME("krbsrvname", "PGKRBSRVNAME", Use.PASSED),
    TARGET_SESSION_ATTRS("target_session_attrs", "PGTARGETSESSIONATTRS", Use.PASSED),

    APPLICATION_NAME("application_name", "PGAPPNAME", Use.IGNORED),
    FALLBACK_APPLICATION_NAME("fallback_application_name", null, Use.IGNORED),
    CLIENT_ENCODING("client_encoding", "PGCLIENTENCODING", Use.IGNORED),
    KEEPALIVES("keepalives", null, Use.IGNORED),
    KEEPALIVES_IDLE("keepalives_idle", null, Use.IGNORED),
    KEEPALIVES_INTERVAL("keepalives_interval", null, Use.IGNORED),
    KEEPALIVES_COUNT("keepalives_count", null, Use.IGNORED),
    TCP_USER_TIMEOUT("tcp_user_timeout", null, Use.IGNORED),
    SSLCOMPRESSION("sslcompression", "PGSSLCOMPRESSION", Use.IGNORED),
    SSLSNI("sslsni", "PGSSLSNI", Use.IGNORED),
    SSL_MAX_PROTOCOL_VERSION("ssl_max_protocol_version", "PGSSLMAXPROTOCOLVERSION", Use.IGNORED),
    MIN_PROTOCOL_VERSION("min_protocol_version", "PGMINPROTOCOLVERSION", Use.IGNORED),
    MAX_PROTOCOL_VERSION("max_protocol_version", "PGMAXPROTOCOLVERSION", Use.IGNORED),
    GSSLIB("gsslib", "PGGSSLIB", Use.IGNORED),
    GSSDELEGATION("gssdelegation", "PGGSSDELEGATION", Use.IGNORED),
    LOAD_BALANCE_HOSTS("load_balance_hosts", "PGLOADBALANCEHOSTS", Use.IGNORED),

    // Java's TLS starts at 1.2
    SSL_MIN_PROTOCOL_VERSION("ssl_min_protocol_version", "PGSSLMINPROTOCOLVERSION", "TLSv1", "TLSv1.1", "TLSv1.2"),
    SSLPASSWORD("sslpassword", null),
    SSLCERTMODE("sslcertmode", "PGSSLCERTMODE", "allow"),
    SSLCRL("sslcrl", "PGSSLCRL"),
    SSLCRLDIR("sslcrldir", "PGSSLCRLDIR"),
    REQUIREPEER("requirepeer", "PGREQUIREPEER"),
    REPLICATION("replication", null, "false", "off", "no", "0"),
    SCRAM_CLIENT_KEY("scram_client_key", null),
    SCRAM_SERVER_KEY("scram_server_key", null),
    SSLKEYLOGFILE("sslkeylogfile", null),
    OAUTH_ISSUER("oauth_issuer", null),
    OAUTH_CLIENT_ID("oauth_client_id", null),
    OAUTH_CLIENT_SECRET("oauth_client_secret", null),
    OAUTH_SCOPE("oauth_scope", null);

    private enum Use {
        /** Becomes a component of {@link ConnectionSettings}, or leads to one. */
        KEPT,
        /** Becomes one of the parameters of {@link ConnectionSettings}. */
        PASSED,
        /** Makes no difference to what pgstow does, or the driver has its own good value. */
        IGNORED,
        REFUSED
    }

    private final String keyword;
    private final @Nullable String variable;
    private final Use use;
    private final Set<String> harmless;

    LibpqOption(String keyword, @Nullable String variable, Use use) {
        this.keyword = keyword;
        this.variable = variable;
        this.use = use;
        this.harmless = Set.of();
    }

    LibpqOption(String keyword, @Nullable String variable, String... harmless) {
        this.keyword = keyword;
        this.variable = variable;
        this.use = Use.REFUSED;
        this.harmless = Set.of(harmless);
    }

    static Optional<LibpqOption> of(String keyword) {
        return Arrays.stream(values())
                .filter(option -> option.keyword.equals(keyword))
                .findFirst();
    }

    String keyword() {
        return keyword;
    }

    /** The environment variable that sets it, where there is one. */
    Optional<String> variable() {
        return Optional.ofNullable(variable);
    }

    boolean passed() {
        return use == Use.PASSED;
    }

    boolean refuses(String value) {
        return use == Use.REFUSED && !value.isEmpty() && !harmless.contains(value);
    }

    /** Whether its value must not stand where others can read it. */
    boolean secret() {
        return switch (this) {
            case PASSWORD, SSLPASSWORD, SCRAM_CLIENT_KEY, SCRAM_SERVER_KEY, OAUTH_CLIENT_SECRET -> true;
            default -> false;
        };
    }
}
