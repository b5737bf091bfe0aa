package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.FioReader;
import dev.pgstow.profile.FioRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports of fio 2 and 3 as it prints them with {@code --output-format=json} or {@code json+}. The text may hold other lines
 * around them, such as a banner and the report for people, and several reports.
 */
public final class FioJson implements FioReader {
    static final String HINT = "Run fio again with --output-format=json --output=FILE and import that file.";

    /** Every report has it, and other JSON does not. */
    private static final String MARK = "fio version";

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final Pattern START = Pattern.compile("(?m)^[ \\t]*[\\[{]|\\{\\s*\"" + MARK + "\"");
    /** As C prints what is not a number, after the colon of a key. */
    private static final Pattern NOT_A_NUMBER = Pattern.compile("(:\\s*)-?(?:nan|inf)(?=\\s*[,}\\]])");

    /**
     * What a text holds.
     *
     * @param others lines that are no part of a report
     */
    record Reports(List<FioRun> runs, OtherLines others) {
        Reports {
            runs = List.copyOf(runs);
        }
    }

    /** How many lines, blank ones aside, stand before the first report, between reports, and after the last one. */
    record OtherLines(int before, int between, int after) {
        static final OtherLines NONE = new OtherLines(0, 0, 0);

        /** In one sentence, without a full stop; null when there are none. */
        @Nullable
        String notice() {
            String where = Stream.of(part(before, "before it"), part(between, "between"), part(after, "after it"))
                    .flatMap(Optional::stream)
                    .collect(Collectors.joining(", "));
            return where.isEmpty()
                    ? null
                    : before + between + after + " line(s) that are no JSON of fio are ignored: " + where;
        }

        private static Optional<String> part(int lines, String where) {
            return lines == 0 ? Optional.empty() : Optional.of(lines + " " + where);
        }
    }

    /** The last report of a text: fio prints one at each {@code --status-interval} too, and each has all since the start. */
    @Override
    public FioRun read(String source, String text) {
        List<FioRun> runs = reports(source, text).runs();
        if (runs.isEmpty()) {
            throw new PgstowException(ErrorCode.BAD_FILE, "'" + source + "' has no JSON of fio in it", HINT);
        }
        return runs.get(runs.size() - 1);
    }

    /**
     * All reports in a text, none when it is something else.
     *
     * @throws PgstowException (bad-file) when a report breaks off or lacks what every report has
     */
    static Reports reports(String source, String printed) {
        String text = NOT_A_NUMBER.matcher(printed).replaceAll("$1NaN");
        char[] characters = text.toCharArray();
        List<FioRun> runs = new ArrayList<>();
        OtherLines others = OtherLines.NONE;
        int done = 0;
        Matcher start = START.matcher(text);
        int from = 0;
        int last = text.lastIndexOf("\"" + MARK + "\"");
        while (from < last && start.find(from) && start.start() < last) {
            int begin = start.start();
            try (JsonParser parser = MAPPER.createParser(characters, begin, characters.length - begin)) {
                List<JsonNode> found = reports(parser);
                from = end(parser, begin);
                if (!found.isEmpty()) {
                    int lines = lines(text.substring(done, begin));
                    others = runs.isEmpty()
                            ? new OtherLines(lines, 0, 0)
                            : new OtherLines(others.before(), others.between() + lines, 0);
                    done = from;
                    found.forEach(report -> runs.add(new FioNodes(source, report).run()));
                }
            } catch (JacksonException e) {
                refuseBroken(source, text, begin, e);
                from = start.end();
            }
        }
        return new Reports(runs, new OtherLines(others.before(), others.between(), lines(text.substring(done))));
    }

    /** Reports may stand in an array or an object that another program put around them. */
    private static List<JsonNode> reports(JsonParser parser) {
        JsonNode node = MAPPER.readTree(parser);
        return node == null ? List.of() : node.findParents(MARK);
    }

    /** The parser counts from where it began. */
    private static int end(JsonParser parser, int begin) {
        return begin + (int) Math.max(1, parser.currentLocation().getCharOffset());
    }

    /** A brace in a text for people is no report that broke off. */
    private static void refuseBroken(String source, String text, int begin, JacksonException e) {
        long offset = e.getLocation() == null ? -1 : e.getLocation().getCharOffset();
        int failed = offset < 0 ? text.length() : (int) Math.min(text.length(), begin + offset);
        if (text.substring(begin, failed).contains("\"" + MARK + "\"")) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "'" + source + "', line "
                            + Math.max(1, text.substring(0, failed).lines().count())
                            + ": the JSON of fio breaks off or is damaged: "
                            + e.getOriginalMessage()
                                    .lines()
                                    .findFirst()
                                    .orElse("")
                                    .replaceAll(" \\(start marker.*", ""),
                    HINT,
                    e);
        }
    }

    private static int lines(String text) {
        return (int) text.lines().filter(line -> !line.isBlank()).count();
    }
}
