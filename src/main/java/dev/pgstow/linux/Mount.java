package dev.pgstow.linux;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A line of {@code /proc/self/mountinfo}, see proc_pid_mountinfo(5).
 *
 * @param id major:minor number of the file system
 * @param options of this mount, then those of the file system itself
 * @param source the block device, or whatever the file system calls its source
 */
record Mount(String id, Path point, String options, String fileSystem, String source) {
    private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

    /** Reads a line; empty when it is none of that form. */
    static Optional<Mount> parse(String line) {
        List<String> fields = Arrays.asList(line.split(" ", -1));
        int dash = fields.indexOf("-");
        if (dash < 6 || fields.size() < dash + 3) {
            return Optional.empty();
        }
        return Optional.of(new Mount(
                fields.get(2),
                Path.of(unescaped(fields.get(4))),
                options(fields.get(5), dash + 3 < fields.size() ? fields.get(dash + 3) : ""),
                fields.get(dash + 1),
                unescaped(fields.get(dash + 2))));
    }

    /**
     * The mount that a directory lies on: of those above it one with the directory's own device number if there is one
     * (mounts can hide each other; btrfs shows another number), then the deepest, then the latest.
     *
     * @param directory absolute and without links
     * @param id its device number
     */
    static Optional<Mount> of(Path directory, String id, List<Mount> mounts) {
        Mount best = null;
        for (Mount mount : mounts) {
            if (directory.startsWith(mount.point) && (best == null || !best.isBetter(mount, id))) {
                best = mount;
            }
        }
        return Optional.ofNullable(best);
    }

    private boolean isBetter(Mount later, String wanted) {
        boolean mine = id.equals(wanted);
        boolean its = later.id.equals(wanted);
        return mine == its ? point.getNameCount() > later.point.getNameCount() : mine;
    }

    /** Each once; both lists begin with {@code rw} or {@code ro}, and what the mount says of that counts. */
    private static String options(String ofMount, String ofFileSystem) {
        Set<String> options = new LinkedHashSet<>(List.of(ofMount.split(",")));
        Stream.of(ofFileSystem.split(","))
                .filter(option -> !option.isEmpty() && !option.equals("rw") && !option.equals("ro"))
                .forEach(options::add);
        return unescaped(String.join(",", options));
    }

    private static String unescaped(String text) {
        return ESCAPED.matcher(text).replaceAll(Mount::character);
    }

    private static String character(MatchResult octal) {
        return java.util.regex.Matcher.quoteReplacement(Character.toString((char) Integer.parseInt(octal.group(1), 8)));
    }
}
