package dev.pgstow.advise;

import dev.pgstow.model.ByteSize;
import java.util.Map;

/** The server's settings as the model needs them: {@code 128MB}, {@code 200ms}, {@code on}; PostgreSQL's defaults where absent. */
record Settings(Map<String, String> values) {
    Settings {
        values = Map.copyOf(values);
    }

    boolean on(String name) {
        return values.getOrDefault(name, "off").equals("on");
    }

    String text(String name, String absent) {
        return values.getOrDefault(name, absent);
    }

    double bytes(String name, String absent) {
        try {
            return ByteSize.parse(text(name, absent)).bytes();
        } catch (IllegalArgumentException e) {
            return ByteSize.parse(absent).bytes();
        }
    }

    double number(String name, double absent) {
        String digits = text(name, "").replaceAll("[^0-9.].*", "");
        return digits.isEmpty() ? absent : Double.parseDouble(digits);
    }

    /** In seconds; a number without a unit is in milliseconds, as {@code bgwriter_delay} is. */
    double seconds(String name, double absent) {
        String text = text(name, "");
        double factor = text.endsWith("us") ? 1e-6 : text.endsWith("min") ? 60 : text.matches(".*[0-9]s") ? 1 : 1e-3;
        return number(name, absent / factor) * factor;
    }

    double sharedBuffers() {
        return bytes("shared_buffers", "128MB");
    }
}
