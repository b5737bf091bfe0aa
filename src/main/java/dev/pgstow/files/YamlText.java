package dev.pgstow.files;

/**
 * YAML as pgstow writes it: keys that are plain words, strings always in double quotes, so that YAML 1.1 and 1.2 readers get
 * the same values whatever a relation is called, and comments, which no mapper writes.
 */
final class YamlText {
    private final StringBuilder text = new StringBuilder();

    YamlText comment(String comment) {
        comment.lines()
                .forEach(line -> text.append(line.isEmpty() ? "#" : "# " + line).append('\n'));
        return this;
    }

    YamlText blank() {
        text.append('\n');
        return this;
    }

    /** A line such as {@code "  from: \"pg_default\""}: the caller says the indentation, a list dash included. */
    YamlText line(String indent, String key, String value) {
        text.append(indent).append(key).append(':');
        if (!value.isEmpty()) {
            text.append(' ').append(value);
        }
        text.append('\n');
        return this;
    }

    YamlText raw(String line) {
        text.append(line).append('\n');
        return this;
    }

    /** A string in double quotes with everything escaped that one of the YAML versions would not keep. */
    static String quoted(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        value.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c < 0x20 || (c >= 0x7f && c < 0xa1) || (c < 0x10000 && mustEscape(c))) {
                quoted.append(String.format("\\u%04x", c));
            } else if (mustEscape(c)) {
                quoted.append(String.format("\\U%08x", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }

    private static boolean mustEscape(int c) {
        int type = Character.getType(c);
        return type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE
                || type == Character.UNASSIGNED
                || type == Character.PRIVATE_USE
                || c == 0xfeff;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
