package dev.pgstow.files;

import dev.pgstow.files.YamlTree.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Edits of what stands between braces or brackets. Comments within what goes are the caller's to find. */
final class YamlFlowEdits implements YamlCollectionEdits {
    private final YamlTree mine;
    private final YamlTree after;
    private final YamlEdits edits;
    private final List<Entry> entries;
    private final Entry firstKept;

    YamlFlowEdits(YamlTree mine, YamlTree after, YamlEdits edits, List<Entry> entries, Entry firstKept) {
        this.mine = mine;
        this.after = after;
        this.edits = edits;
        this.entries = entries;
        this.firstKept = firstKept;
    }

    @Override
    public void insert(@Nullable Entry previous, Entry added) {
        String text = after.flow(added);
        if (previous == null) {
            edits.insert(firstKept.start(), text + ", ");
        } else {
            edits.insert(previous.end(), ", " + text);
        }
    }

    /** With the comma that parts it from the nearest one that stays. */
    @Override
    public void remove(Entry own) {
        int at = entries.indexOf(own);
        if (own.start() < firstKept.start()) {
            cut(own.start(), own.end(), own.end(), entries.get(at + 1).start());
        } else {
            int previous = entries.get(at - 1).end();
            cut(own.start(), own.end(), previous, own.start());
        }
    }

    /** Cuts an entry and what parts it from another, but for comments between them. */
    private void cut(int from, int to, int gap, int gapEnd) {
        if (mine.comments(gap, gapEnd).isEmpty()) {
            edits.replace(Math.min(from, gap), Math.max(to, gapEnd), "");
        } else {
            int comma = mine.text().indexOf(',', gap);
            edits.replace(from, to, "");
            edits.replace(comma, comma + 1, "");
        }
    }

    @Override
    public void replace(Entry own, Entry wanted) {
        edits.replace(mine.start(own.value()), own.end(), after.flow(wanted.value()));
    }
}
