package dev.pgstow.files;

import dev.pgstow.migrate.JournalEntry;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Lines of a journal: {@code entry} names the kind, the rest are the record's components; {@code pgstow} stands in the first. */
final class JournalText {
    private static final String FORMAT = "journal/1";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final Map<String, Class<? extends JournalEntry>> KINDS = Map.of(
            "opened", JournalEntry.Opened.class,
            "resumed", JournalEntry.Resumed.class,
            "started", JournalEntry.Started.class,
            "ended", JournalEntry.Ended.class);

    private JournalText() {}

    /** Without a line break at its end or in it. */
    static String of(JournalEntry entry) {
        ObjectNode line = MAPPER.createObjectNode();
        String kind = KINDS.entrySet().stream()
                .filter(known -> known.getValue().isInstance(entry))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        if (entry instanceof JournalEntry.Opened) {
            line.put("pgstow", FORMAT);
        }
        line.put("entry", kind);
        line.setAll((ObjectNode) MAPPER.valueToTree(entry));
        return MAPPER.writeValueAsString(line);
    }

    static JournalEntry parse(Path file, int number, String line) {
        try {
            JsonNode tree = MAPPER.readTree(line);
            if (number == 1 && !tree.path("pgstow").asString("").equals(FORMAT)) {
                throw damaged(file, number, "not a file of format '" + FORMAT + "'", null);
            }
            Class<? extends JournalEntry> kind = KINDS.get(tree.path("entry").asString(""));
            if (kind == null || !(tree instanceof ObjectNode object)) {
                throw damaged(file, number, "not an entry of a journal", null);
            }
            object.remove("pgstow");
            object.remove("entry");
            return MAPPER.treeToValue(object, kind);
        } catch (JacksonException e) {
            throw damaged(
                    file,
                    number,
                    "damaged: " + e.getOriginalMessage().lines().findFirst().orElse(""),
                    e);
        }
    }

    private static PgstowException damaged(
            Path file, int number, String what, @org.jspecify.annotations.Nullable Exception cause) {
        return new PgstowException(
                ErrorCode.BAD_FILE,
                file + ":" + number + ": " + what,
                "A journal is only written by pgstow. The catalog still knows where everything lies.",
                cause);
    }
}
