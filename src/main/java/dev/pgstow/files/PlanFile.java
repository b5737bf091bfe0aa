package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.plan.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Plans on disk, format {@code plan/1}: YAML that a person reads, edits and reviews. */
public final class PlanFile {
    static final String FORMAT = "plan/1";

    private PlanFile() {}

    /**
     * Reads a plan, written by advise or by hand.
     *
     * @throws PgstowException (bad-file) with every problem found and its line
     */
    public static Plan read(Path file) {
        return new PlanReader(YamlDocument.read(file, FORMAT)).plan();
    }

    /**
     * Writes a plan, whole or not at all; an older file of that name is replaced.
     *
     * @throws PgstowException (bad-file) when it cannot be written
     */
    public static void write(Path file, Plan plan) {
        Path target = file.toAbsolutePath();
        Path draft = target.resolveSibling(target.getFileName() + ".tmp");
        try {
            Files.writeString(draft, text(plan), StandardCharsets.UTF_8);
            Files.move(draft, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "cannot write '" + file + "': " + e.getMessage(),
                    "The directory must exist and be writable.",
                    e);
        }
    }

    /** The file's content. The same plan gives the same text. */
    public static String text(Plan plan) {
        return new PlanText(plan).toString();
    }
}
