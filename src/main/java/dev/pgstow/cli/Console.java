package dev.pgstow.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Where a command prints: {@code out} is its result, {@code err} is progress, notices and errors. UTF-8 both. */
public record Console(PrintWriter out, PrintWriter err) {
    public Console {
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(err, "err");
    }

    static Console system() {
        return new Console(writer(FileDescriptor.out), writer(FileDescriptor.err));
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
    }

    /** A line of the result. */
    void print(String line) {
        out.println(line);
    }

    /** A line of progress or log. */
    void note(String line) {
        err.println(line);
    }

    /** A line about something that should not be overlooked. */
    void warn(String line) {
        err.println("WARNING: " + line);
    }
}
