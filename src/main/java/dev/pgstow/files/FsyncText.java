package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.ImportedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Output of pg_test_fsync (PostgreSQL 9.1 to 18): the section in which one block is written and synced. */
final class FsyncText {
    private static final Pattern SECTION =
            Pattern.compile("Compare file sync methods using one (\\d{1,3})\\s?kB write:");
    /** Until 9.2 without microseconds. A method that the platform lacks has {@code n/a}, one without direct I/O an asterisk. */
    private static final Pattern RATE =
            Pattern.compile("\\s*([a-z_]+)\\b.*?(\\d{1,12}(?:[.,]\\d{1,6})?) ops/sec(?:\\s+\\d+ usecs/op)?\\s*");

    private static final Pattern TRANSLATED =
            Pattern.compile("(?m)^\\s+(?:open_datasync|fdatasync|fsync_writethrough)\\b");

    private FsyncText() {}

    /**
     * The rates by method; empty when the text is not of that program.
     *
     * @throws PgstowException (bad-file) when it is, but has no rates or speaks another language
     */
    static List<ImportedFile.SyncRate> rates(String source, String text) {
        Matcher section = SECTION.matcher(text);
        if (!section.find()) {
            if (TRANSLATED.matcher(text).find()) {
                throw bad(
                        source,
                        "looks like output of pg_test_fsync in another language than English or of an old version");
            }
            return List.of();
        }
        int bytes = Integer.parseInt(section.group(1)) << 10;
        List<ImportedFile.SyncRate> rates = new ArrayList<>();
        for (String line : text.substring(section.end()).lines().toList()) {
            if (line.startsWith("Compare ")) {
                break;
            }
            Matcher rate = RATE.matcher(line);
            if (rate.matches() && Double.parseDouble(rate.group(2).replace(',', '.')) > 0) {
                rates.add(new ImportedFile.SyncRate(
                        rate.group(1), bytes, Double.parseDouble(rate.group(2).replace(',', '.'))));
            }
        }
        if (rates.isEmpty()) {
            throw bad(source, "is output of pg_test_fsync without a rate of one write");
        }
        return rates;
    }

    private static PgstowException bad(String source, String problem) {
        return new PgstowException(
                ErrorCode.BAD_FILE,
                "'" + source + "' " + problem,
                "Run it again with LC_ALL=C and let it end, 'LC_ALL=C pg_test_fsync -f FILE', and import what it prints.");
    }
}
