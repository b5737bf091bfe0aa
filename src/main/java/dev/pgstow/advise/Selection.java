package dev.pgstow.advise;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Which relations may move, and where to.
 *
 * @param pins decided already, the first that matches counts
 * @param excludes globs of relations that stay
 * @param targets the tablespaces that relations may go to, empty for all
 * @param extensions whether members of extensions may move too; a dump does not keep their place
 * @param minimumInterval the counters must be of at least this time before a relation that they hardly show is called cold
 */
public record Selection(
        List<Pin> pins, List<String> excludes, Set<String> targets, boolean extensions, Duration minimumInterval) {
    /** One whole day: less has not seen the jobs of the night. */
    public static final Duration MINIMUM_INTERVAL = Duration.ofDays(1);

    public static final Selection ALL = new Selection(List.of(), List.of(), Set.of(), false, MINIMUM_INTERVAL);

    public Selection {
        pins = List.copyOf(pins);
        excludes = List.copyOf(excludes);
        targets = Set.copyOf(targets);
        Objects.requireNonNull(minimumInterval, "minimumInterval");
    }
}
