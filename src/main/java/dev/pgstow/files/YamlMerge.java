package dev.pgstow.files;

import dev.pgstow.files.YamlTree.Entry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeType;

/**
 * Carries what changed from one text of ours to the next over into a text that a person has edited since: values, keys and
 * items that did not change keep every character, and so do comments. What it makes must be checked: it knows the YAML that
 * people write in such files, not all of YAML.
 */
final class YamlMerge {
    private final YamlTree mine;
    private final YamlTree before;
    private final YamlTree after;
    private final YamlEdits edits = new YamlEdits();

    private YamlMerge(String text, String before, String after) {
        this.mine = YamlTree.of(text);
        this.before = YamlTree.of(before);
        this.after = YamlTree.of(after);
    }

    /**
     * The person's text with the changes.
     *
     * @param before says the same as the person's text, lists in the same order
     * @throws YamlEngineException when one of them is not YAML, or they have nothing in common
     */
    static String of(String text, String before, String after) {
        YamlMerge merge = new YamlMerge(text, before, after);
        if (!merge.merged(merge.mine.root(), merge.before.root(), merge.after.root())) {
            throw new YamlEngineException("nothing in common");
        }
        return merge.edits.applyTo(text);
    }

    /** Merges entry by entry, if there are entries that stay, in the same order; if not, nothing is done. */
    private boolean merged(Node own, Node was, Node is) {
        if (own.getNodeType() != is.getNodeType() || was.getNodeType() != is.getNodeType()) {
            return false;
        }
        Map<String, Entry> old = byKey(before.entries(was));
        Map<String, Entry> now = byKey(after.entries(is));
        Map<String, Entry> here =
                own.getNodeType() == NodeType.SEQUENCE ? byPlace(mine.entries(own), old) : byKey(mine.entries(own));
        Entry firstKept = here.entrySet().stream()
                .filter(each -> now.containsKey(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
        if (firstKept == null || !common(old, now).equals(common(now, old))) {
            return false;
        }
        List<Entry> entries = List.copyOf(here.values());
        YamlCollectionEdits collection = YamlTree.isBlock(own)
                ? new YamlBlockEdits(mine, before, after, edits, entries, firstKept)
                : new YamlFlowEdits(mine, after, edits, entries, firstKept);
        Entry previous = null;
        for (Entry each : now.values()) {
            Entry present = here.get(each.key());
            entry(collection, previous, present, old.get(each.key()), each);
            previous = present == null ? previous : present;
        }
        here.forEach((key, each) -> {
            if (old.containsKey(key) && !now.containsKey(key)) {
                collection.remove(each);
            }
        });
        return true;
    }

    private void entry(
            YamlCollectionEdits collection,
            @Nullable Entry previous,
            @Nullable Entry present,
            @Nullable Entry was,
            Entry is) {
        if (was != null && before.slice(was).equals(after.slice(is))) {
            return;
        }
        if (present == null) {
            collection.insert(previous, is);
        } else if (was == null || !merged(present.value(), was.value(), is.value())) {
            collection.replace(present, is);
        }
    }

    private static Map<String, Entry> byKey(List<Entry> entries) {
        Map<String, Entry> map = new LinkedHashMap<>();
        entries.forEach(each -> map.put(each.key(), each));
        return map;
    }

    /** A person's items under our keys of the same items: a number may be written in many ways. */
    private static Map<String, Entry> byPlace(List<Entry> items, Map<String, Entry> old) {
        Map<String, Entry> map = new LinkedHashMap<>();
        int place = 0;
        for (String key : old.keySet()) {
            if (place < items.size()) {
                map.put(key, items.get(place));
            }
            place++;
        }
        return map;
    }

    private static List<String> common(Map<String, Entry> keys, Map<String, Entry> others) {
        return keys.keySet().stream().filter(others::containsKey).toList();
    }
}
