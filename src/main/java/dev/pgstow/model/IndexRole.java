package dev.pgstow.model;

/** What an index is needed for besides looking up rows. */
public enum IndexRole {
    PRIMARY,
    /** Inserts look into it although no scan is counted. */
    UNIQUE,
    /** Belongs to an exclusion constraint: cannot be rebuilt concurrently (error 0A000). */
    EXCLUSION,
    /** Not {@code indimmediate}: a concurrent rebuild breaks writes before 14.24, 15.19, 16.15, 17.11 and 18.5. */
    DEFERRABLE,
    /** A foreign key refers to its columns: every change of a referring row looks into it. */
    REFERENCED,
    /** Names rows for logical replication. */
    REPLICA_IDENTITY,
    /** The one that CLUSTER would order the table by. */
    CLUSTERED
}
