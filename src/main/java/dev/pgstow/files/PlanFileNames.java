package dev.pgstow.files;

import java.nio.file.Path;

/** The names of files that belong to a plan. */
public final class PlanFileNames {
    private PlanFileNames() {}

    /** The plan that takes the moves of this one back: {@code plan.undo.yaml} beside {@code plan.yaml}. */
    public static Path undo(Path planOrJournal) {
        return beside(planOrJournal, ".undo.yaml");
    }

    /** A file beside it with another ending in place of {@code .yaml}, {@code .yml} or {@code .journal}. */
    static Path beside(Path file, String ending) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.(ya?ml|journal)$", "");
        return file.resolveSibling(name + ending);
    }
}
