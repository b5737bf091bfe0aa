package dev.pgstow.files;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A YAML text and what stands where in it, comments included. Offsets are of characters. */
final class YamlTree {
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
    /** What tells the items of a list apart that are mappings. */
    private static final List<String> IDENTITY = List.of("name", "pattern", "depth", "pause_us");

    private final String text;
    private final int[] offsets;
    private final Node root;
    private final List<Comment> comments;

    /**
     * A key with its value, or an item of a list.
     *
     * @param key of an item what tells it from the others
     * @param start of the key, or of the item with its dash
     * @param colon where the colon ends, at the start of an item
     * @param end of the value, without what follows on its line
     */
    record Entry(String key, int start, int colon, int end, Node value) {}

    /** A comment from its {@code #} to the end of its line. */
    record Comment(int start, String text) {}

    private YamlTree(String text) {
        this.text = text;
        this.offsets = text.codePoints().map(Character::charCount).toArray();
        for (int i = 0, offset = 0; i < offsets.length; i++) {
            int width = offsets[i];
            offsets[i] = offset;
            offset += width;
        }
        this.root = new Compose(SETTINGS)
                .composeString(text)
                .orElseThrow(() -> new YamlEngineException("an empty document"));
        this.comments = found();
    }

    /** @throws YamlEngineException when it is not YAML */
    static YamlTree of(String text) {
        return new YamlTree(text);
    }

    String text() {
        return text;
    }

    Node root() {
        return root;
    }

    int start(Node node) {
        return offset(node.getStartMark().orElseThrow());
    }

    /** Where its last value ends: the library has a block end where the next thing begins. */
    int end(Node node) {
        List<Entry> entries = isBlock(node) ? entries(node) : List.of();
        if (!entries.isEmpty()) {
            return entries.get(entries.size() - 1).end();
        }
        int end = offset(node.getEndMark().orElseThrow());
        while (end > start(node) && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    static boolean isBlock(Node node) {
        return node instanceof CollectionNode<?> collection && collection.getFlowStyle() == FlowStyle.BLOCK;
    }

    List<Entry> entries(Node collection) {
        if (collection instanceof MappingNode mapping) {
            return mapping.getValue().stream().map(this::entry).toList();
        }
        if (collection instanceof SequenceNode sequence) {
            return sequence.getValue().stream()
                    .map(item -> item(item, isBlock(sequence)))
                    .toList();
        }
        return List.of();
    }

    private Entry entry(NodeTuple tuple) {
        Node key = tuple.getKeyNode();
        int colon = text.indexOf(':', end(key));
        return new Entry(
                scalar(key),
                start(key),
                colon + 1,
                Math.max(colon + 1, end(tuple.getValueNode())),
                tuple.getValueNode());
    }

    private Entry item(Node item, boolean block) {
        int start = start(item);
        if (block) {
            int dash = start - 1;
            while (dash > 0 && Character.isWhitespace(text.charAt(dash))) {
                dash--;
            }
            start = text.charAt(dash) == '-' ? dash : start;
        }
        return new Entry(identity(item), start, start, end(item), item);
    }

    private static String identity(Node item) {
        if (!(item instanceof MappingNode mapping)) {
            return scalar(item);
        }
        return IDENTITY.stream()
                .flatMap(key -> mapping.getValue().stream()
                        .filter(tuple -> scalar(tuple.getKeyNode()).equals(key))
                        .map(tuple -> key + " " + scalar(tuple.getValueNode())))
                .collect(Collectors.joining(", "));
    }

    private static String scalar(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /** All comments, in their order. */
    List<Comment> comments() {
        return comments;
    }

    private List<Comment> found() {
        BitSet quoted = new BitSet();
        scalars(root).forEach(scalar -> quoted.set(start(scalar), end(scalar)));
        List<Comment> found = new ArrayList<>();
        for (int i = text.indexOf('#'); i >= 0; i = text.indexOf('#', i + 1)) {
            boolean apart = i == 0 || Character.isWhitespace(text.charAt(i - 1)) || text.charAt(i - 1) == '\ufeff';
            if (apart && !quoted.get(i)) {
                found.add(new Comment(i, text.substring(i, lineEnd(i)).stripTrailing()));
                i = lineEnd(i);
            }
        }
        return List.copyOf(found);
    }

    private static Stream<Node> scalars(Node node) {
        if (node instanceof MappingNode mapping) {
            return mapping.getValue().stream()
                    .flatMap(tuple -> Stream.concat(scalars(tuple.getKeyNode()), scalars(tuple.getValueNode())));
        }
        return node instanceof SequenceNode sequence
                ? sequence.getValue().stream().flatMap(YamlTree::scalars)
                : Stream.of(node);
    }

    String slice(Entry entry) {
        return text.substring(entry.start(), entry.end());
    }

    /** An entry as lines from a column on, the first one included, with the comments that belong to it. */
    String block(Entry entry, int column) {
        int own = column(entry.start());
        String prefix = " ".repeat(column);
        if (!text.substring(lineStart(entry.start()), entry.start()).isBlank()) {
            // from between braces
            return prefix + (entry.colon() == entry.start() ? "- " : "") + flow(entry);
        }
        return text.substring(entry.start() - own, commentsEnd(entry.end(), own + 1))
                .lines()
                .map(line -> line.isBlank() ? line : prefix + line.substring(own))
                .collect(Collectors.joining("\n"));
    }

    /** What stands beside its key; nothing when the value begins on a line below. */
    String afterColon(Entry entry) {
        return text.substring(entry.colon(), Math.min(lineEnd(entry.colon()), Math.max(entry.end(), entry.colon())))
                .strip();
    }

    /** An entry as it stands between braces. */
    String flow(Entry entry) {
        String value = flow(entry.value());
        return entry.colon() == entry.start() ? value : text.substring(entry.start(), entry.colon()) + " " + value;
    }

    String flow(Node node) {
        if (!isBlock(node)) {
            return text.substring(start(node), end(node));
        }
        String inner = entries(node).stream().map(this::flow).collect(Collectors.joining(", "));
        return node instanceof MappingNode ? "{" + inner + "}" : "[" + inner + "]";
    }

    boolean isComment(String comment) {
        return comments.stream().anyMatch(each -> each.text().equals(comment));
    }

    List<Comment> comments(int from, int to) {
        return comments.stream()
                .filter(comment -> comment.start() >= from && comment.start() < to)
                .toList();
    }

    int lineStart(int offset) {
        return text.lastIndexOf('\n', offset - 1) + 1;
    }

    /** Before the line break. */
    int lineEnd(int offset) {
        int end = text.indexOf('\n', offset);
        end = end < 0 ? text.length() : end;
        return end > offset && text.charAt(end - 1) == '\r' ? end - 1 : end;
    }

    int column(int offset) {
        return offset - lineStart(offset);
    }

    /** The end of the lines of comments, indented that far or further, that follow the line of an offset without a blank line. */
    int commentsEnd(int offset, int column) {
        int end = lineEnd(offset);
        while (text.indexOf('\n', end) >= 0) {
            int next = text.indexOf('\n', end) + 1;
            String line = text.substring(next, lineEnd(next));
            if (!line.stripLeading().startsWith("#") || line.indexOf('#') < column) {
                break;
            }
            end = lineEnd(next);
        }
        return end;
    }

    private int offset(Mark mark) {
        return mark.getIndex() < offsets.length ? offsets[mark.getIndex()] : text.length();
    }
}
