package dev.pgstow.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Changes of places of a text, made all at once so that offsets stay those of the text as it was. */
final class YamlEdits {
    private record Edit(int from, int to, String text) {}

    private final List<Edit> edits = new ArrayList<>();

    void insert(int at, String text) {
        replace(at, at, text);
    }

    void replace(int from, int to, String text) {
        edits.add(new Edit(from, to, text));
    }

    /** What is inserted at one place comes in the order of the calls. Line breaks become those of the text. */
    String applyTo(String text) {
        String lineBreak = text.contains("\r\n") ? "\r\n" : "\n";
        edits.sort(Comparator.comparingInt(Edit::from).thenComparingInt(Edit::to));
        StringBuilder result = new StringBuilder();
        int done = 0;
        for (Edit edit : edits) {
            result.append(text, Math.min(done, edit.from()), edit.from());
            result.append(edit.text().replace("\n", lineBreak));
            done = Math.max(done, edit.to());
        }
        return result.append(text, done, text.length()).toString();
    }
}
