package dev.pgstow.files;

import dev.pgstow.files.YamlTree.Entry;
import org.jspecify.annotations.Nullable;

/** Edits of one list or mapping of a person's file, in the style in which it was written. */
interface YamlCollectionEdits {
    /** Adds an entry of our text after one of the person's, null for before all that stay. */
    void insert(@Nullable Entry previous, Entry added);

    void remove(Entry own);

    /** Gives a key of the person's the value that ours has, whatever it was. */
    void replace(Entry own, Entry wanted);
}
