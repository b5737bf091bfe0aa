package dev.pgstow.files;

import dev.pgstow.verify.StatementList;
import java.nio.file.Path;

/** The list of weighted statements that a user writes: format {@code workload/1}. */
public final class WorkloadFile {
    private WorkloadFile() {}

    /**
     * Reads a workload.
     *
     * @throws dev.pgstow.model.PgstowException (bad-file) with all problems and their lines
     */
    public static StatementList read(Path file) {
        YamlDocument document = YamlDocument.read(file, "workload/1");
        WorkloadNodes.checkStatements(document, document.root().path("statements"), "/statements");
        document.throwProblems();
        return WorkloadNodes.statements(document.root().path("statements"));
    }
}
