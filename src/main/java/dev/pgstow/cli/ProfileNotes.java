package dev.pgstow.cli;

import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.Device;
import dev.pgstow.profile.ProfileProgress;
import dev.pgstow.report.ProfileTable;
import java.nio.file.Path;

/** Tells a person what a profile does. */
record ProfileNotes(Console console) implements ProfileProgress {
    @Override
    public void begins(String tier, Path directory, Device device) {
        String kind = Boolean.TRUE.equals(device.rotational()) ? ", rotating as the kernel sees it" : "";
        console.note("measuring tier '" + tier + "' in '" + directory + "' (" + device.fileSystem() + ", "
                + device.text() + kind + ", " + device.usable() + " of " + device.total() + " usable)");
    }

    @Override
    public void measured(String tier, PatternResult result) {
        console.note("  " + ProfileTable.label(result.pattern(), result.depth()) + ": " + ProfileTable.figures(result));
    }

    @Override
    public void note(String sentence) {
        console.warn(sentence);
    }
}
