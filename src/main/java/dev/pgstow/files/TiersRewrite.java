package dev.pgstow.files;

import dev.pgstow.files.YamlTree.Comment;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tiers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * The new text of a tiers file that exists. What a person wrote is merged with what is new; where that would not read back to the
 * tiers given, they are written afresh. No comment is ever lost: those that no longer have a place come last.
 */
final class TiersRewrite {
    private static final String HOMELESS = "# Comments on what is no longer here:";

    private TiersRewrite() {}

    /**
     * The text to write.
     *
     * @throws PgstowException (bad-file) when the file cannot be read as tiers
     */
    static String of(Path file, Tiers tiers) {
        String text = YamlDocument.text(file);
        String before = meaning(file, text);
        String after = TiersText.of(tiers);
        if (text.equals(before)) {
            return after;
        }
        return withComments(merged(file, text, before, after), text, before);
    }

    private static String merged(Path file, String text, String before, String after) {
        try {
            String merged = YamlMerge.of(text, before, after);
            return meaning(file, merged).equals(meaning(file, after)) ? merged : after;
        } catch (PgstowException | YamlEngineException e) {
            return after;
        }
    }

    /** The tiers of a text as we write them, so that texts that say the same are equal. */
    private static String meaning(Path file, String text) {
        return TiersText.of(TiersFile.tiers(YamlDocument.of(file, text, TiersFile.FORMAT)));
    }

    private static String withComments(String result, String text, String before) {
        List<String> missing = new ArrayList<>(comments(text));
        comments(result).forEach(missing::remove);
        missing.removeAll(comments(before));
        if (missing.isEmpty()) {
            return result;
        }
        String lineBreak = result.contains("\r\n") ? "\r\n" : "\n";
        missing.add(0, HOMELESS);
        return result
                + (result.endsWith("\n") ? "" : lineBreak)
                + missing.stream().map(line -> line + lineBreak).collect(Collectors.joining());
    }

    private static List<String> comments(String text) {
        return YamlTree.of(text).comments().stream().map(Comment::text).toList();
    }
}
