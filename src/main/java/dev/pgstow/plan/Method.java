package dev.pgstow.plan;

import java.util.Locale;

/** How a relation is moved. */
public enum Method {
    /** ALTER ... SET TABLESPACE: an exact copy; the table's users wait, for an index too. */
    ALTER,
    /** REINDEX (TABLESPACE ..., CONCURRENTLY): an index, online, from 14 on. */
    REINDEX,
    /** REINDEX (TABLESPACE ...): an index, rebuilt while the table's users wait, from 14 on. */
    REBUILD;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What others feel while the move runs. */
    public Lock lock() {
        return this == REINDEX ? Lock.SHARE_UPDATE_EXCLUSIVE : Lock.ACCESS_EXCLUSIVE;
    }
}
