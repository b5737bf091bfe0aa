package dev.pgstow.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which partitioned table or index each relation is a part of, in the end. */
public final class PartitionTree {
    private final Map<RelationName, RelationName> parents = new HashMap<>();

    public PartitionTree(Collection<Relation> relations) {
        for (Relation relation : relations) {
            RelationName parent = relation.storage().partitionOf();
            if (parent != null) {
                parents.put(relation.name(), parent);
            }
        }
    }

    /** The topmost parent; the relation itself when it is no partition. */
    public RelationName root(RelationName name) {
        RelationName root = name;
        // no tree of partitions is deeper than it has members: stops at a loop that only a damaged file can have
        for (int depth = 0; depth <= parents.size(); depth++) {
            @Nullable RelationName parent = parents.get(root);
            if (parent == null) {
                return root;
            }
            root = parent;
        }
        return name;
    }
}
