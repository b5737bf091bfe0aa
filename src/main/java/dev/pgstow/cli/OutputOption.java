package dev.pgstow.cli;

import picocli.CommandLine.Option;

/** The form of a command's result on stdout. */
final class OutputOption {
    /** For people or for programs. */
    enum Form {
        TEXT,
        JSON
    }

    @Option(
            names = "--output",
            paramLabel = "FORM",
            defaultValue = "text",
            description = "form of the result on stdout: text or json (default: ${DEFAULT-VALUE})")
    private Form form = Form.TEXT;

    boolean json() {
        return form == Form.JSON;
    }
}
