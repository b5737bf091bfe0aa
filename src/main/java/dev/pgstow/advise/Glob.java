package dev.pgstow.advise;

import dev.pgstow.model.RelationName;
import java.util.regex.Pattern;

/**
 * A pattern with {@code *} and {@code ?} for relations: {@code name}, {@code schema.name} or {@code database.schema.name}, with the
 * names as the catalog has them.
 */
record Glob(Pattern pattern) {
    static Glob of(String text) {
        StringBuilder regex = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (c == '*') {
                regex.append(".*");
            } else if (c == '?') {
                regex.append('.');
            } else {
                regex.append(Pattern.quote(Character.toString(c)));
            }
        });
        return new Glob(Pattern.compile(regex.toString(), Pattern.DOTALL));
    }

    boolean matches(RelationName name) {
        String inSchema = name.schema() + "." + name.name();
        return pattern.matcher(name.name()).matches()
                || pattern.matcher(inSchema).matches()
                || pattern.matcher(name.database() + "." + inSchema).matches();
    }
}
