package dev.pgstow.model;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes, never negative. Units are powers of 1024; {@code kB}, {@code MB}, {@code GB} and {@code TB} are
 * read as PostgreSQL reads them in its settings, which is the same as {@code KiB} and so on.
 */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
    public static final ByteSize ZERO = new ByteSize(0);
    /** The size of one block of a server built with the default block size; pgstow refuses other servers. */
    public static final long BLOCK = 8192;

    private static final Pattern TEXT =
            Pattern.compile("\\s*([0-9]+(?:\\.[0-9]+)?)\\s*(B|KiB|MiB|GiB|TiB|kB|KB|MB|GB|TB)?\\s*");
    private static final Map<Character, Integer> SHIFT = Map.of('B', 0, 'k', 10, 'K', 10, 'M', 20, 'G', 30, 'T', 40);

    public ByteSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size: " + bytes);
        }
    }

    public static ByteSize ofBlocks(long blocks) {
        return new ByteSize(Math.multiplyExact(blocks, BLOCK));
    }

    public static ByteSize ofMiB(double mebibytes) {
        return new ByteSize(Math.round(mebibytes * (1L << 20)));
    }

    /**
     * Reads {@code 40 GiB}, {@code 512MB} or plain bytes.
     *
     * @throws IllegalArgumentException when the text is no size
     */
    public static ByteSize parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a size such as 40 GiB");
        }
        String unit = matcher.group(2);
        int shift = unit == null ? 0 : SHIFT.getOrDefault(unit.charAt(0), 0);
        double bytes = Double.parseDouble(matcher.group(1)) * (1L << shift);
        if (bytes > Long.MAX_VALUE / 2d) {
            throw new IllegalArgumentException("'" + text + "' is too large");
        }
        return new ByteSize(Math.round(bytes));
    }

    public ByteSize plus(ByteSize other) {
        return new ByteSize(Math.addExact(bytes, other.bytes));
    }

    /** The difference, or zero when the other is larger. */
    public ByteSize minusFloored(ByteSize other) {
        return new ByteSize(Math.max(0, bytes - other.bytes));
    }

    public ByteSize times(double factor) {
        return new ByteSize(Math.round(bytes * factor));
    }

    /** In blocks, a started block counted whole. */
    public long blocks() {
        return (bytes + BLOCK - 1) / BLOCK;
    }

    public double mebibytes() {
        return bytes / (double) (1L << 20);
    }

    @Override
    public int compareTo(ByteSize other) {
        return Long.compare(bytes, other.bytes);
    }

    /** A text that {@link #parse} reads back to within half a percent, such as {@code 1762 MiB}. */
    @Override
    public String toString() {
        if (bytes < 1 << 10) {
            return bytes + " B";
        }
        int shift = bytes < 10L << 20 ? 10 : bytes < 10L << 30 ? 20 : bytes < 10L << 40 ? 30 : 40;
        String unit = shift == 10 ? "KiB" : shift == 20 ? "MiB" : shift == 30 ? "GiB" : "TiB";
        double value = bytes / (double) (1L << shift);
        String form = value < 100 && value != Math.rint(value) ? "%.1f %s" : "%.0f %s";
        return String.format(Locale.ROOT, form, value, unit);
    }
}
