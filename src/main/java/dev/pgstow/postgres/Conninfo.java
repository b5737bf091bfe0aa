package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A connection string of libpq as options by keyword: {@code host=db1 dbname='my db'} (documentation 34.1.1.1) or a URI (see
 * {@link ConninfoUri}). Such a string stands on the command line, where everybody on the machine can read it, so a password
 * in it is refused.
 */
final class Conninfo {
    private final String text;
    private final Map<String, String> options = new LinkedHashMap<>();
    private int at;

    private Conninfo(String text) {
        this.text = text;
    }

    /** As libpq decides whether {@code dbname} is a name or a connection string. */
    static boolean recognizes(String dbname) {
        return ConninfoUri.recognizes(dbname) || dbname.indexOf('=') >= 0;
    }

    /**
     * @return the values by keyword; one that was given empty is there, empty
     * @throws PgstowException (usage) in libpq's words
     */
    static Map<String, String> parse(String text) {
        return ConninfoUri.recognizes(text) ? ConninfoUri.parse(text) : new Conninfo(text).keysAndValues();
    }

    /** Adds one option of a connection string, checked. */
    static void store(Map<String, String> options, String keyword, String value, String unknown) {
        LibpqOption option = LibpqOption.of(keyword).orElseThrow(() -> bad(unknown + " '" + keyword + "'"));
        if (option.secret() && !value.isEmpty()) {
            throw secretInArguments();
        }
        options.put(keyword, value);
    }

    static PgstowException secretInArguments() {
        return new PgstowException(
                ErrorCode.USAGE,
                "a password on the command line can be read by everybody on this machine",
                "Give it in PGPASSWORD, in ~/.pgpass, in a service named by PGSERVICE, or let -W ask for it.");
    }

    static PgstowException bad(String message) {
        return new PgstowException(
                ErrorCode.USAGE,
                message,
                "-d takes a database name, a URI such as postgresql://host/db, or a string such as 'host=... dbname=...'.");
    }

    private Map<String, String> keysAndValues() {
        skipBlanks();
        while (at < text.length()) {
            String keyword = keyword();
            String value = at < text.length() && text.charAt(at) == '\'' ? quotedValue() : plainValue();
            store(options, keyword, value, "invalid connection option");
            skipBlanks();
        }
        return options;
    }

    private String keyword() {
        int start = at;
        while (at < text.length() && text.charAt(at) != '=' && !blank()) {
            at++;
        }
        String keyword = text.substring(start, at);
        skipBlanks();
        if (at == text.length() || text.charAt(at) != '=') {
            throw bad("missing '=' after '" + keyword + "' in connection info string");
        }
        at++;
        skipBlanks();
        return keyword;
    }

    private String plainValue() {
        StringBuilder value = new StringBuilder();
        while (at < text.length() && !blank()) {
            appendUnescaped(value);
        }
        return value.toString();
    }

    private String quotedValue() {
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length() && text.charAt(at) != '\'') {
            appendUnescaped(value);
        }
        if (at == text.length()) {
            throw bad("unterminated quoted string in connection info string");
        }
        at++;
        return value.toString();
    }

    private void appendUnescaped(StringBuilder value) {
        if (text.charAt(at) == '\\') {
            at++;
        }
        if (at < text.length()) {
            value.append(text.charAt(at++));
        }
    }

    private void skipBlanks() {
        while (at < text.length() && blank()) {
            at++;
        }
    }

    /** C's isspace. */
    private boolean blank() {
        char c = text.charAt(at);
        return c == ' ' || c >= '\t' && c <= '\r';
    }
}
