package dev.pgstow.postgres;

import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Connection settings in the words of the JDBC driver. */
final class DriverProperties {
    private static final Map<String, String> NAMES = Map.of(
            "options", "options",
            "sslmode", "sslmode",
            "sslrootcert", "sslrootcert",
            "sslcert", "sslcert",
            "sslkey", "sslkey",
            "sslnegotiation", "sslNegotiation",
            "channel_binding", "channelBinding",
            "require_auth", "requireAuth",
            "gssencmode", "gssEncMode",
            "krbsrvname", "kerberosServerName");

    private static final Map<String, String> SERVER_TYPES = Map.of(
            "any", "any",
            "read-write", "primary",
            "primary", "primary",
            "read-only", "secondary",
            "standby", "secondary",
            "prefer-standby", "preferSecondary");

    private DriverProperties() {}

    static Properties of(ConnectionSettings settings, @Nullable String password, String applicationName) {
        Properties properties = new Properties();
        properties.setProperty("user", settings.user());
        // never absent: without one the driver would search ~/.pgpass by its own rules
        properties.setProperty("password", password == null ? "" : password);
        properties.setProperty("ApplicationName", applicationName);
        properties.setProperty("assumeMinServerVersion", "13");
        properties.setProperty("sslmode", "prefer");
        settings.parameters().forEach((keyword, value) -> {
            if (NAMES.containsKey(keyword)) {
                properties.setProperty(NAMES.get(keyword), value);
            }
        });
        String attributes = settings.parameters().getOrDefault("target_session_attrs", "any");
        properties.setProperty("targetServerType", SERVER_TYPES.getOrDefault(attributes, "any"));
        if ("system".equals(settings.parameters().get("sslrootcert"))) {
            properties.remove("sslrootcert");
            properties.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        }
        timeouts(properties, settings.parameters().get("connect_timeout"));
        transport(properties, settings);
        return properties;
    }

    private static void timeouts(Properties properties, @Nullable String connectTimeout) {
        int seconds = connectTimeout == null ? 0 : Math.max(0, Integer.parseInt(connectTimeout.strip()));
        properties.setProperty("connectTimeout", Integer.toString(seconds));
        // for a server that takes the connection and says nothing
        properties.setProperty("loginTimeout", Integer.toString(seconds));
    }

    private static void transport(Properties properties, ConnectionSettings settings) {
        if (settings.unixSocket()) {
            properties.setProperty("socketFactory", "org.newsclub.net.unix.AFUNIXSocketFactory$FactoryArg");
            properties.setProperty("socketFactoryArg", settings.socketFile());
            // 34.19.3: libpq ignores sslmode for unix sockets
            properties.setProperty("sslmode", "disable");
            properties.setProperty("gssEncMode", "disable");
        } else {
            properties.setProperty("tcpKeepAlive", "true");
        }
    }
}
