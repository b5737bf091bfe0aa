package dev.pgstow.model;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * What decides how an index may be moved.
 *
 * @param table the table or materialised view it belongs to
 * @param valid {@code indisvalid}: false after a failed concurrent build; such an index is not moved
 * @param roles what it is needed for, in the order of {@link IndexRole}
 */
public record IndexFacts(RelationName table, boolean valid, Set<IndexRole> roles) {
    public IndexFacts {
        Objects.requireNonNull(table, "table");
        EnumSet<IndexRole> ordered = EnumSet.noneOf(IndexRole.class);
        ordered.addAll(roles);
        roles = Collections.unmodifiableSet(ordered);
    }

    public boolean exclusion() {
        return roles.contains(IndexRole.EXCLUSION);
    }

    public boolean deferrable() {
        return roles.contains(IndexRole.DEFERRABLE);
    }
}
