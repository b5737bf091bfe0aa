package dev.pgstow.files;

import dev.pgstow.files.YamlTree.Comment;
import dev.pgstow.files.YamlTree.Entry;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Edits by whole lines of what has one entry a line. Comments of lines that go stay, on lines of their own. */
final class YamlBlockEdits implements YamlCollectionEdits {
    private final YamlTree mine;
    private final YamlTree before;
    private final YamlTree after;
    private final YamlEdits edits;
    private final List<Entry> entries;
    private final Entry firstKept;
    private final int column;

    /**
     * @param before our text of before, to know our own comments by
     * @param entries of the person's collection
     */
    YamlBlockEdits(
            YamlTree mine, YamlTree before, YamlTree after, YamlEdits edits, List<Entry> entries, Entry firstKept) {
        this.mine = mine;
        this.before = before;
        this.after = after;
        this.edits = edits;
        this.entries = entries;
        this.firstKept = firstKept;
        this.column = mine.column(entries.get(0).start());
    }

    @Override
    public void insert(@Nullable Entry previous, Entry added) {
        String lines = after.block(added, column);
        Comment template = template(added.key());
        if (template != null) {
            edits.replace(mine.lineStart(template.start()), mine.lineEnd(template.start()), lines);
        } else if (previous == null) {
            edits.insert(mine.lineStart(firstKept.start()), lines + "\n");
        } else {
            // comments that are deeper belong to the entry before, and what comes last follows those as deep as it
            int depth = last() == previous ? column : column + 1;
            edits.insert(mine.commentsEnd(previous.end(), depth), "\n" + lines);
        }
    }

    /** The comment of ours that shows how the key would be written, where it still stands. */
    private @Nullable Comment template(String key) {
        int end = mine.commentsEnd(last().end(), column);
        return mine.comments(firstKept.start(), end).stream()
                .filter(comment -> comment.text().startsWith("# " + key + ": ")
                        && mine.column(comment.start()) == column
                        && before.isComment(comment.text()))
                .findFirst()
                .orElse(null);
    }

    private Entry last() {
        return entries.get(entries.size() - 1);
    }

    @Override
    public void remove(Entry own) {
        int from = mine.lineEnd(Math.max(0, mine.lineStart(own.start()) - 1));
        int to = mine.lineEnd(own.end());
        edits.replace(from, to, comments(from, to));
    }

    @Override
    public void replace(Entry own, Entry wanted) {
        int keyLine = mine.lineEnd(own.colon());
        boolean onKeyLine = mine.start(own.value()) <= keyLine;
        String lines = after.block(wanted, column);
        int first = lines.indexOf('\n');
        String beside = after.afterColon(wanted);
        String below = first < 0 ? "" : lines.substring(first);
        if (onKeyLine) {
            edits.replace(beside.isEmpty() ? own.colon() : mine.start(own.value()), own.end(), beside);
            edits.insert(mine.lineEnd(own.end()), below + comments(mine.start(own.value()), own.end()));
        } else {
            int to = mine.lineEnd(own.end());
            edits.insert(own.colon(), beside.isEmpty() ? "" : " " + beside);
            edits.replace(keyLine, to, below + comments(keyLine, to));
        }
    }

    private String comments(int from, int to) {
        return mine.comments(from, to).stream()
                .map(comment -> "\n" + " ".repeat(column) + comment.text())
                .collect(Collectors.joining());
    }
}
