package dev.pgstow.cli;

import dev.pgstow.files.PlanFile;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.plan.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What a run executes and where it writes.
 *
 * @param name of the plan's file, or what the plan was made from
 * @param hash tells whether a journal belongs to this very plan
 * @param undo where the plan is written that takes it back
 */
record RunSource(Plan plan, String name, String hash, Path journal, Path undo) {
    /** @throws PgstowException (bad-file) with all the problems of the plan's file */
    static RunSource ofPlan(Path file, Path journal, Path undo) {
        try {
            Plan plan = PlanFile.read(file);
            return new RunSource(plan, file.toString(), hash(Files.readAllBytes(file)), journal, undo);
        } catch (IOException e) {
            throw new PgstowException(ErrorCode.BAD_FILE, "cannot read '" + file + "': " + e.getMessage(), "", e);
        }
    }

    static String hash(Plan plan) {
        return hash(PlanFile.text(plan).getBytes(StandardCharsets.UTF_8));
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
