package dev.pgstow.cli;

import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.Device;
import dev.pgstow.profile.Place;
import dev.pgstow.profile.ProfileProgress;
import dev.pgstow.profile.Step;
import dev.pgstow.report.PatternWords;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Tells a person what a profile does. */
final class ProfileNotes implements ProfileProgress {
    private final Console console;
    private String left = "";

    ProfileNotes(Console console) {
        this.console = console;
    }

    @Override
    public void begins(String tier, Place place, Device device) {
        String kind = Boolean.TRUE.equals(device.rotational()) ? ", rotating as the kernel sees it" : "";
        String space = device.usable() == null ? "" : ", " + device.usable() + " of " + device.total() + " usable";
        console.note("measuring tier '" + tier + "' in '" + place.directory() + "'" + real(place) + " ("
                + device.fileSystem() + ", " + device.text() + kind + space + ")");
    }

    @Override
    public void measuring(String tier, Step step, Duration most) {
        long seconds = Math.max(1, most.toSeconds());
        left = String.format("[at most %d:%02d left] ", seconds / 60, seconds % 60);
    }

    @Override
    public void measured(String tier, Step step, List<PatternResult> results) {
        results.forEach(result -> console.note(("  " + left + PatternWords.label(result) + ": "
                        + PatternWords.figures(result) + " " + PatternWords.remarks(result))
                .stripTrailing()));
    }

    @Override
    public void note(String sentence) {
        console.warn(sentence);
    }

    private static String real(Place place) {
        try {
            Path real = place.directory().toRealPath();
            boolean same = real.equals(place.directory().toAbsolutePath().normalize());
            return same ? "" : ", which is '" + real + "'";
        } catch (IOException e) {
            return ""; // gone since it was looked at: the measurement will tell
        }
    }
}
