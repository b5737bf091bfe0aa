package dev.pgstow.model;

import java.util.Objects;

/**
 * What decides how an index may be moved.
 *
 * @param table the table or materialised view it belongs to
 * @param valid {@code indisvalid}: false after a failed concurrent build; such an index is not moved
 * @param exclusion belongs to an exclusion constraint: cannot be rebuilt concurrently (error 0A000)
 * @param deferrable not {@code indimmediate}: a concurrent rebuild breaks writes before 14.24, 15.19, 16.15, 17.11, 18.5
 */
public record IndexFacts(
        RelationName table, boolean valid, boolean primary, boolean unique, boolean exclusion, boolean deferrable) {
    public IndexFacts {
        Objects.requireNonNull(table, "table");
    }
}
