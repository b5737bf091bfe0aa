package dev.pgstow.advise;

import dev.pgstow.model.Counters;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.IndexRole;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an index does although no scan of it was counted: {@code idx_scan} does not count what writes do with it. */
final class IndexUse {
    private static final Set<IndexRole> CHECKED = Set.of(IndexRole.PRIMARY, IndexRole.UNIQUE, IndexRole.EXCLUSION);

    private final Map<RelationName, RelationActivity> activities;

    IndexUse(Map<RelationName, RelationActivity> activities) {
        this.activities = activities;
    }

    /** The reason, and what to know of an index that only writes use. */
    String with(String reason, RelationName name) {
        RelationActivity each = activities.get(name);
        IndexFacts index = each == null ? null : each.relation().index();
        if (each == null || index == null || scanned(each) || !written(activities.get(index.table()))) {
            return reason;
        }
        boolean checked = index.roles().stream().anyMatch(CHECKED::contains);
        return reason
                + (checked
                        ? "; no scans, but every insert looks into it for its constraint"
                        : "; no scans, but every insert maintains it");
    }

    private static boolean scanned(RelationActivity each) {
        return each.counters().indexScans() + each.onStandbys().indexScans() > 0;
    }

    /** HOT updates leave the indexes alone. */
    private static boolean written(@Nullable RelationActivity table) {
        if (table == null) {
            return false;
        }
        Counters counters = table.counters();
        return counters.inserted() + counters.updated() - counters.hotUpdated() > 0;
    }
}
