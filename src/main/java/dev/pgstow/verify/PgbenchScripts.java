package dev.pgstow.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A workload that the pgbench program runs, each script exactly as its author wrote it.
 *
 * @param variables what {@code -D} sets
 */
public record PgbenchScripts(List<Script> scripts, Map<String, String> variables, Protocol protocol)
        implements Workload {
    private static final Pattern USED = Pattern.compile("(?<![:\\w]):([A-Za-z_]\\w*)");
    private static final Pattern SET = Pattern.compile("(?m)^\\s*\\\\(?:set|setshell)\\s+(\\w+)");
    /** With these a query sets variables of any name. */
    private static final Pattern SET_BY_QUERY = Pattern.compile("\\\\[ga]set\\b");

    /** Set by pgbench itself. */
    private static final Set<String> AUTOMATIC = Set.of("client_id", "default_seed", "random_seed", "scale");

    /** How pgbench submits statements: its option {@code -M}. */
    public enum Protocol {
        SIMPLE,
        EXTENDED,
        PREPARED;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One of the scripts.
     *
     * @param name of its file, without directories, or of the one built into pgbench
     * @param builtin whether pgbench has it; then the text is empty
     * @param text of the whole file
     */
    public record Script(String name, int weight, boolean builtin, String text) {
        public Script {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(text, "text");
            if (weight < 1) {
                throw new IllegalArgumentException(name + ": a weight of " + weight);
            }
        }
    }

    public PgbenchScripts {
        scripts = List.copyOf(scripts);
        variables = Map.copyOf(variables);
        Objects.requireNonNull(protocol, "protocol");
        if (scripts.isEmpty()) {
            throw new IllegalArgumentException("a workload without scripts");
        }
    }

    @Override
    public String hash() {
        Fingerprint fingerprint = new Fingerprint().add("pgbench").add(protocol.word());
        for (Script script : scripts) {
            fingerprint
                    .add(script.builtin() ? script.name() : "")
                    .add(script.weight())
                    .add(script.text());
        }
        new TreeMap<>(variables).forEach((name, value) -> fingerprint.add(name).add(value));
        return fingerprint.hex();
    }

    @Override
    public String summary() {
        return scripts.stream()
                        .map(script -> script.name() + "@" + script.weight())
                        .collect(Collectors.joining(", ", "pgbench ", ""))
                + " (" + protocol.word() + ")";
    }

    /**
     * pgbench sets {@code :scale} to 1 for a script from a file, which then touches a thousandth of a large table, and takes a
     * variable that nothing sets for NULL where it sends parameters.
     */
    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        for (Script script : scripts) {
            Set<String> used = names(USED, script.text());
            used.removeAll(variables.keySet());
            if (used.contains("scale")) {
                warnings.add("script '" + script.name() + "' uses :scale, which is 1 unless -D scale=N says otherwise");
            }
            used.removeAll(AUTOMATIC);
            used.removeAll(names(SET, script.text()));
            if (protocol != Protocol.SIMPLE
                    && !SET_BY_QUERY.matcher(script.text()).find()) {
                used.forEach(name -> warnings.add("script '" + script.name() + "' uses :" + name
                        + ", which nothing sets and the " + protocol.word() + " protocol takes for NULL (-D "
                        + name + "=VALUE)"));
            }
        }
        return warnings;
    }

    private static Set<String> names(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
