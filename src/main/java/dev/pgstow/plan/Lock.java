package dev.pgstow.plan;

import java.util.Locale;

/**
 * The lock that decides what others feel. ALTER INDEX and plain REINDEX lock only the index, but every newly planned
 * statement opens every index of its table, so they count as access-exclusive.
 */
public enum Lock {
    SHARE_UPDATE_EXCLUSIVE,
    ACCESS_EXCLUSIVE;

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
