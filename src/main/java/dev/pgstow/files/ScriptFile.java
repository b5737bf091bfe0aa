package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.verify.PgbenchScripts.Script;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/** A pgbench script as its author wrote it. Only pgbench understands what is in it. */
public final class ScriptFile {
    private ScriptFile() {}

    /**
     * Reads a script.
     *
     * @throws PgstowException (bad-file) when it is not there or not UTF-8
     */
    public static Script read(Path file, int weight) {
        try {
            String name =
                    Objects.requireNonNull(file.getFileName(), "file name").toString();
            return new Script(name, weight, false, Files.readString(file));
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "cannot read script '" + file + "': " + reason(e),
                    "It must be a readable file in UTF-8; a weight follows its name as in 'read.sql@3'.",
                    e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file";
        }
        return e instanceof CharacterCodingException ? "it is not text in UTF-8" : String.valueOf(e.getMessage());
    }
}
