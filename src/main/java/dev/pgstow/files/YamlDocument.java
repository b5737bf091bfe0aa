package dev.pgstow.files;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A YAML file of one of pgstow's formats as a tree. Its problems, those of the JSON schema and those that a caller adds, are
 * collected and thrown together, each with its line.
 */
final class YamlDocument {
    /** A plan of 100,000 moves takes about 40 MiB. */
    private static final long LARGEST = 64L << 20;

    private static final YAMLMapper MAPPER = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private final Path file;
    private final JsonNode root;
    private final Map<String, Integer> lines;
    private final TreeSet<Problem> problems = new TreeSet<>();

    /** A problem and where: pointers order those of one line. */
    private record Problem(int line, String pointer, String message) implements Comparable<Problem> {
        @Override
        public int compareTo(Problem other) {
            int order = Integer.compare(line, other.line);
            order = order != 0 ? order : pointer.compareTo(other.pointer);
            return order != 0 ? order : message.compareTo(other.message);
        }
    }

    private YamlDocument(Path file, JsonNode root, Map<String, Integer> lines) {
        this.file = file;
        this.root = root;
        this.lines = lines;
    }

    /**
     * Reads a file and holds it against the schema of its format.
     *
     * @param format name and version, such as {@code plan/1}; the schema is the resource {@code /schema/plan-1.json}
     * @throws PgstowException (bad-file) when there is no such file, it is not YAML, or it is of another format
     */
    static YamlDocument read(Path file, String format) {
        return of(file, text(file), format);
    }

    /** The same of a text that is, or is to be, in that file. */
    static YamlDocument of(Path file, String text, String format) {
        YamlDocument document;
        try {
            document = new YamlDocument(file, MAPPER.readTree(text), lines(text));
        } catch (JacksonException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    file + ":" + (e.getLocation() == null ? 1 : e.getLocation().getLineNr()) + ": "
                            + firstLine(e.getOriginalMessage()),
                    "Mend the YAML; a name with special characters must be in double quotes.",
                    e);
        }
        String found = document.root.path("pgstow").asString("");
        if (!found.equals(format)) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    file + ": not a file of format '" + format + "'" + (found.isEmpty() ? "" : " but '" + found + "'"),
                    "Its first key must be: pgstow: " + format);
        }
        schema(format).validate(document.root).forEach(document::schemaProblem);
        return document;
    }

    JsonNode root() {
        return root;
    }

    /** Adds a problem of the value at a JSON pointer such as {@code /moves/3/to}. */
    void problem(String pointer, String message) {
        problems.add(new Problem(line(pointer), pointer, message));
    }

    /**
     * Ends the reading.
     *
     * @throws PgstowException (bad-file) with all problems found, if any were
     */
    void throwProblems() {
        if (problems.isEmpty()) {
            return;
        }
        StringBuilder message =
                new StringBuilder(problems.size() == 1 ? "" : problems.size() + " problems in '" + file + "':\n  ");
        message.append(String.join(
                "\n  ",
                problems.stream()
                        .map(p -> file + ":" + p.line + ": " + p.message)
                        .toList()));
        throw new PgstowException(
                ErrorCode.BAD_FILE, message.toString(), "Nothing was done. Mend the file and try again.");
    }

    private void schemaProblem(Error error) {
        String pointer = error.getInstanceLocation().toString();
        String at = pointer.isEmpty() ? "" : pointer.substring(1) + ": ";
        JsonNode value = error.getInstanceNode();
        String keyword = Objects.requireNonNullElse(error.getKeyword(), "");
        switch (keyword) {
            case "additionalProperties" -> {
                String key = Objects.requireNonNullElse(error.getProperty(), "?");
                problem(pointer + "/" + escaped(key), at + "unknown key '" + key + "'");
            }
            case "required" -> problem(pointer, at + "key '" + error.getProperty() + "' is missing");
            case "type" -> problem(pointer, at + typeMessage(error, value));
            default ->
                problem(
                        pointer,
                        at + (value.isValueNode() ? "'" + value.asString("") + "': " : "") + error.getMessage());
        }
    }

    private static String typeMessage(Error error, JsonNode value) {
        String wanted = error.getArguments().length > 1 ? String.valueOf(error.getArguments()[1]) : "another type";
        String shown = value.isValueNode() ? "'" + value.asString("null") + "'" : value.isArray() ? "a list" : "a map";
        String quoting = wanted.contains("string") && value.isValueNode() ? " (put it in double quotes)" : "";
        return shown + " must be a " + wanted + quoting;
    }

    private int line(String pointer) {
        for (String at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
            Integer line = lines.get(at);
            if (line != null) {
                return line;
            }
        }
        return 1;
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }

    /**
     * The content of a file.
     *
     * @throws PgstowException (bad-file) when it cannot be read, is no text, or is too large to be a file of ours
     */
    static String text(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw new PgstowException(ErrorCode.BAD_FILE, "'" + file + "' is a directory", "Name the file in it.");
            }
            if (Files.size(file) > LARGEST) {
                throw new PgstowException(
                        ErrorCode.BAD_FILE,
                        "'" + file + "' is larger than " + LARGEST / (1 << 20) + " MiB",
                        "That is no file of pgstow's.");
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE, "'" + file + "' is not text in UTF-8", "Save it as UTF-8.", e);
        } catch (NoSuchFileException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE, "no file '" + file + "'", "Check the name, or make the file first.", e);
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "cannot read '" + file + "': " + e.getMessage(),
                    "It must be a file that you may read.",
                    e);
        }
    }

    private static Schema schema(String format) {
        return SCHEMAS.computeIfAbsent(format, YamlDocument::readSchema);
    }

    private static Schema readSchema(String format) {
        String resource = "/schema/" + format.replace('/', '-') + ".json";
        try (InputStream in = Objects.requireNonNull(YamlDocument.class.getResourceAsStream(resource), resource)) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The line on which each value begins, by its JSON pointer. */
    private static Map<String, Integer> lines(String text) {
        Map<String, Integer> lines = new HashMap<>();
        try (JsonParser parser = MAPPER.createParser(text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                lines.putIfAbsent(
                        parser.streamReadContext().pathAsPointer().toString(),
                        parser.currentTokenLocation().getLineNr());
            }
        }
        return lines;
    }

    private static String firstLine(String message) {
        List<String> parts = message.lines().toList();
        return parts.isEmpty() ? "not YAML" : parts.get(0);
    }
}
