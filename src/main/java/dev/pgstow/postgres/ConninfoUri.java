package dev.pgstow.postgres;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A connection URI of libpq, {@code postgresql://[user@][host][:port][,...][/dbname][?keyword=value&...]} (documentation
 * 34.1.1.2). Messages never quote the URI, which may hold a password in a place where none was expected.
 */
final class ConninfoUri {
    private static final String MISPLACED =
            " in URI: a '/', ':', '@' or '?' inside a name must be percent-encoded, and passwords do not belong here";

    private final String uri;
    private final Map<String, String> options = new LinkedHashMap<>();
    private int at;

    private ConninfoUri(String uri) {
        this.uri = uri;
        this.at = uri.indexOf("://") + 3;
    }

    static boolean recognizes(String text) {
        return text.startsWith("postgresql://") || text.startsWith("postgres://");
    }

    static Map<String, String> parse(String uri) {
        return new ConninfoUri(uri).options();
    }

    private Map<String, String> options() {
        credentials();
        StringBuilder hosts = new StringBuilder();
        StringBuilder ports = new StringBuilder();
        address(hosts, ports);
        while (next() == ',') {
            at++;
            hosts.append(',');
            ports.append(',');
            address(hosts, ports);
        }
        storeUnlessEmpty("host", hosts.toString());
        storeUnlessEmpty("port", ports.toString());
        if (next() == '/') {
            at++;
            storeUnlessEmpty("dbname", upTo("?"));
        }
        if (next() == '?') {
            at++;
            query();
        }
        return options;
    }

    private void credentials() {
        int end = indexOfAny("@/", at);
        if (end == uri.length() || uri.charAt(end) == '/') {
            return;
        }
        String user = uri.substring(at, end);
        int colon = user.indexOf(':');
        if (colon >= 0 && colon < user.length() - 1) {
            throw Conninfo.secretInArguments();
        }
        storeUnlessEmpty("user", colon >= 0 ? user.substring(0, colon) : user);
        at = end + 1;
    }

    private void address(StringBuilder hosts, StringBuilder ports) {
        if (next() == '[') {
            hosts.append(bracketed());
        } else {
            hosts.append(upTo(":/?,"));
        }
        if (hosts.indexOf("@") >= 0) {
            throw Conninfo.bad("invalid host" + MISPLACED);
        }
        if (next() == ':') {
            at++;
            String port = upTo("/?,");
            if (!port.matches("[0-9]*")) {
                throw Conninfo.bad("invalid port" + MISPLACED);
            }
            ports.append(port);
        }
    }

    private String bracketed() {
        int start = at + 1;
        int end = uri.indexOf(']', start);
        if (end < 0) {
            throw Conninfo.bad("end of string reached when looking for matching ']' in IPv6 host address in URI");
        }
        if (end == start) {
            throw Conninfo.bad("IPv6 host address may not be empty in URI");
        }
        at = end + 1;
        if (at < uri.length() && ":/?,".indexOf(next()) < 0) {
            throw Conninfo.bad(
                    "unexpected character '" + next() + "' at position " + (at + 1) + " in URI (expected ':' or '/')");
        }
        return uri.substring(start, end);
    }

    private void query() {
        while (at < uri.length()) {
            String parameter = upTo("&");
            at++;
            int equals = parameter.indexOf('=');
            if (equals < 0) {
                throw Conninfo.bad("missing key/value separator '=' in URI query parameter");
            }
            String keyword = decoded("query parameter", parameter.substring(0, equals));
            if (parameter.indexOf('=', equals + 1) >= 0) {
                throw Conninfo.bad("extra key/value separator '=' in URI query parameter: '" + keyword + "'");
            }
            String value = decoded(keyword, parameter.substring(equals + 1));
            if (keyword.equals("ssl") && value.equals("true")) {
                options.put("sslmode", "require");
            } else {
                Conninfo.store(options, keyword, value, "invalid URI query parameter:");
            }
        }
    }

    private void storeUnlessEmpty(String keyword, String encoded) {
        if (!encoded.isEmpty()) {
            options.put(keyword, decoded(keyword, encoded));
        }
    }

    private static String decoded(String where, String encoded) {
        ByteBuffer bytes = ByteBuffer.allocate(encoded.length() * 4);
        int at = 0;
        while (at < encoded.length()) {
            if (encoded.charAt(at) != '%') {
                int end = encoded.offsetByCodePoints(at, 1);
                bytes.put(encoded.substring(at, end).getBytes(StandardCharsets.UTF_8));
                at = end;
                continue;
            }
            if (at + 3 > encoded.length()
                    || !HexFormat.isHexDigit(encoded.charAt(at + 1))
                    || !HexFormat.isHexDigit(encoded.charAt(at + 2))) {
                throw Conninfo.bad("invalid percent-encoded token in URI at '" + where + "'");
            }
            byte value = (byte) HexFormat.fromHexDigits(encoded, at + 1, at + 3);
            if (value == 0) {
                throw Conninfo.bad("forbidden value %00 in percent-encoded value of URI at '" + where + "'");
            }
            bytes.put(value);
            at += 3;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException e) {
            throw Conninfo.bad("percent-encoded value in URI at '" + where + "' is not UTF-8");
        }
    }

    private char next() {
        return at < uri.length() ? uri.charAt(at) : '\0';
    }

    private String upTo(String ends) {
        int start = at;
        at = indexOfAny(ends, at);
        return uri.substring(start, at);
    }

    private int indexOfAny(String characters, int from) {
        int index = from;
        while (index < uri.length() && characters.indexOf(uri.charAt(index)) < 0) {
            index++;
        }
        return index;
    }
}
