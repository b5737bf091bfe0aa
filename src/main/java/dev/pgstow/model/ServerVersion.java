package dev.pgstow.model;

/** {@code server_version_num}, such as 170011 for 17.11. */
public record ServerVersion(int number) {
    public static final ServerVersion OLDEST = new ServerVersion(130000);

    public int major() {
        return number / 10000;
    }

    public int minor() {
        return number % 10000;
    }

    public boolean atLeast(int major) {
        return major() >= major;
    }

    public boolean atLeast(int major, int minor) {
        return number >= major * 10000 + minor;
    }

    /**
     * Reads {@code 17.11}.
     *
     * @throws IllegalArgumentException when the text is no such version
     */
    public static ServerVersion parse(String text) {
        if (!text.matches("[1-9][0-9]\\.[0-9]{1,4}")) {
            throw new IllegalArgumentException("'" + text + "' is not a server version such as 17.11");
        }
        int dot = text.indexOf('.');
        return new ServerVersion(
                Integer.parseInt(text.substring(0, dot)) * 10000 + Integer.parseInt(text.substring(dot + 1)));
    }

    @Override
    public String toString() {
        return major() + "." + minor();
    }
}
