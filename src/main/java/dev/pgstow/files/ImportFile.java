package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.ImportedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.regex.Pattern;

/** Results of other programs: JSON of fio, or what pg_test_fsync prints. Which one is told by the content. */
public final class ImportFile {
    /** A report in json+ with every bin of many jobs takes some MiB. */
    private static final long LARGEST = 64L << 20;

    private static final int LONGEST_QUOTE = 80;

    private static final Pattern FOR_PEOPLE = Pattern.compile(
            "\\(g(?:roupid)?=\\d+[,)]|^fio-\\d|^Starting \\d+ (?:process|thread)|\\biops=\\s*\\d|\\bIOPS=\\d");

    private ImportFile() {}

    /**
     * Reads a file.
     *
     * @throws PgstowException (bad-file) when it cannot be read, is none of these, or is damaged; a report of fio for people is
     *     refused too, since its units and roundings change from line to line
     */
    public static ImportedFile read(Path path) {
        String name = path.toString();
        String text = text(path);
        FioJson.Reports reports = FioJson.reports(name, text);
        if (!reports.runs().isEmpty()) {
            String notice = reports.others().notice();
            return new ImportedFile(
                    name, modified(path), reports.runs(), List.of(), notice == null ? List.of() : List.of(notice));
        }
        List<ImportedFile.SyncRate> rates = FsyncText.rates(name, text);
        if (rates.isEmpty()) {
            throw unknown(name, text);
        }
        return new ImportedFile(name, modified(path), List.of(), rates, List.of());
    }

    private static String text(Path path) {
        try {
            if (Files.isDirectory(path)) {
                throw bad("'" + path + "' is a directory", "Name the files in it.");
            }
            if (Files.size(path) > LARGEST) {
                throw bad(
                        "'" + path + "' is larger than " + LARGEST / (1 << 20) + " MiB",
                        "That is no report of fio. " + FioJson.HINT);
            }
            String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
            if (text.indexOf('\0') >= 0) {
                throw bad("'" + path + "' is not text", FioJson.HINT);
            }
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (NoSuchFileException e) {
            throw bad("no file '" + path + "'", "Check the name.");
        } catch (IOException e) {
            throw bad("cannot read '" + path + "': " + e.getMessage(), "It must be a file that you may read.");
        }
    }

    private static Instant modified(Path path) {
        try {
            return Files.getLastModifiedTime(path).toInstant().truncatedTo(ChronoUnit.SECONDS);
        } catch (IOException e) {
            throw bad("cannot read '" + path + "': " + e.getMessage(), "It must be a file that you may read.");
        }
    }

    private static PgstowException unknown(String name, String text) {
        List<String> lines = text.lines().toList();
        for (int index = 0; index < lines.size(); index++) {
            if (FOR_PEOPLE.matcher(lines.get(index)).find()) {
                return bad(
                        "'" + name + "', line " + (index + 1) + ": '" + quote(lines.get(index))
                                + "' is of fio's report for people, not JSON",
                        FioJson.HINT);
            }
        }
        String first =
                lines.stream().filter(line -> !line.isBlank()).findFirst().orElse("");
        return bad(
                first.isEmpty()
                        ? "'" + name + "' is empty"
                        : "'" + name + "' is neither JSON of fio nor output of pg_test_fsync; it begins with '"
                                + quote(first) + "'",
                FioJson.HINT);
    }

    /** A line of a file of unknown content, fit for a terminal. */
    private static String quote(String line) {
        String printable = line.strip().replaceAll("\\p{Cntrl}", "?");
        return printable.length() <= LONGEST_QUOTE ? printable : printable.substring(0, LONGEST_QUOTE) + "...";
    }

    private static PgstowException bad(String message, String hint) {
        return new PgstowException(ErrorCode.BAD_FILE, message, hint);
    }
}
