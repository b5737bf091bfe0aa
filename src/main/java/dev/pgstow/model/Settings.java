package dev.pgstow.model;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server's settings as models need them: {@code 128MB}, {@code 200ms}, {@code on}, or as pg_settings has them, {@code 16384 x
 * 8kB}; PostgreSQL's defaults where absent.
 */
public record Settings(Map<String, String> values) {
    private static final Pattern IN_UNITS = Pattern.compile("([0-9]+) x (.+)");

    public Settings {
        values = Map.copyOf(values);
    }

    public boolean on(String name) {
        return values.getOrDefault(name, "off").equals("on");
    }

    public String text(String name, String absent) {
        return values.getOrDefault(name, absent);
    }

    public double bytes(String name, String absent) {
        Matcher inUnits = IN_UNITS.matcher(text(name, ""));
        try {
            if (inUnits.matches()) {
                String unit = inUnits.group(2);
                String one = Character.isDigit(unit.charAt(0)) ? unit : "1" + unit;
                return Double.parseDouble(inUnits.group(1))
                        * ByteSize.parse(one).bytes();
            }
            return ByteSize.parse(text(name, absent)).bytes();
        } catch (IllegalArgumentException e) {
            return ByteSize.parse(absent).bytes();
        }
    }

    public double number(String name, double absent) {
        String digits = text(name, "").replaceAll("[^0-9.].*", "");
        return digits.isEmpty() ? absent : Double.parseDouble(digits);
    }

    /** In seconds; a number without a unit is in milliseconds, as {@code bgwriter_delay} is. */
    public double seconds(String name, double absent) {
        String text = text(name, "");
        double factor = text.endsWith("us") ? 1e-6 : text.endsWith("min") ? 60 : text.matches(".*[0-9 ]s") ? 1 : 1e-3;
        return number(name, absent / factor) * factor;
    }

    public double sharedBuffers() {
        return bytes("shared_buffers", "128MB");
    }
}
