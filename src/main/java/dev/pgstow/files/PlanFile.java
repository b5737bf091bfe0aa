package dev.pgstow.files;

import dev.pgstow.plan.Plan;
import java.nio.file.Path;

/** Plans on disk, format {@code plan/1}: YAML that a person reads, edits and reviews. */
public final class PlanFile {
    static final String FORMAT = "plan/1";

    private PlanFile() {}

    /**
     * Reads a plan, written by advise or by hand.
     *
     * @throws dev.pgstow.model.PgstowException (bad-file) with every problem found and its line
     */
    public static Plan read(Path file) {
        return new PlanReader(YamlDocument.read(file, FORMAT)).plan();
    }

    /**
     * Writes a plan, whole or not at all; an older file of that name is replaced.
     *
     * @throws dev.pgstow.model.PgstowException (bad-file) when it cannot be written
     */
    public static void write(Path file, Plan plan) {
        AtomicFile.write(file, text(plan));
    }

    /** The file's content. The same plan gives the same text. */
    public static String text(Plan plan) {
        return new PlanText(plan).toString();
    }
}
