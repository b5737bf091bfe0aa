package dev.pgstow.cli;

import dev.pgstow.files.TiersFile;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** The directory that the demo's commands write into; it stays when the demo ends by itself. */
record DemoFiles(Path directory) {
    private static final List<String> OF_AN_EARLIER_RUN =
            List.of("activity.snap", "baseline.yaml", "plan.journal", "plan.undo.yaml");

    /**
     * Makes the directory if it is not there, with the demo's load in it.
     *
     * @param products the rows of the sample table, whose ids the load draws
     */
    void prepare(int products) {
        try (InputStream resource =
                Objects.requireNonNull(DemoFiles.class.getResourceAsStream("/demo/workload.yaml"), "workload")) {
            Files.createDirectories(directory);
            for (String old : OF_AN_EARLIER_RUN) {
                Files.deleteIfExists(directory.resolve(old));
            }
            String workload = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(
                    directory.resolve("workload.yaml"),
                    workload.replace("to: " + DemoCommand.PRODUCTS, "to: " + products));
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.NOT_PERMITTED,
                    "cannot write into '" + directory + "': " + e.getMessage(),
                    "Name another directory with --files.",
                    e);
        }
    }

    /** The path of one of them, as it stands in a command. */
    String path(String name) {
        return directory.resolve(name).toString();
    }

    /** What profile named the tier of tablespace {@code fast}, after its device. */
    String fastTier() {
        return TiersFile.read(directory.resolve("tiers.yaml"))
                .ofTablespace("fast")
                .orElseThrow()
                .name();
    }
}
