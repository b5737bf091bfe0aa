package dev.pgstow.advise;

import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Relation;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Method;
import java.util.Map;

/** By which method a relation may be moved with the least harm to others. */
final class MethodChoice {
    /**
     * The first minor releases in which a concurrent rebuild of a deferrable unique index no longer fails the application's writes
     * with spurious violations (release notes of 15.19; the other branches' releases of the same day).
     */
    private static final Map<Integer, Integer> DEFERRABLE_FIXED = Map.of(14, 24, 15, 19, 16, 15, 17, 11, 18, 5);

    private MethodChoice() {}

    /** Nobody waits for {@code reindex}, so an index moves by it wherever that is safe. */
    static Method of(Relation relation, ServerVersion version) {
        IndexFacts index = relation.index();
        return index == null || !concurrently(index, version) ? Method.ALTER : Method.REINDEX;
    }

    private static boolean concurrently(IndexFacts index, ServerVersion version) {
        // TABLESPACE in REINDEX came with 14; 14.0 to 14.3 built indexes that missed rows (release notes of 14.4)
        if (!version.atLeast(14, 4) || index.exclusion()) {
            return false;
        }
        return !index.deferrable() || version.minor() >= DEFERRABLE_FIXED.getOrDefault(version.major(), 0);
    }
}
