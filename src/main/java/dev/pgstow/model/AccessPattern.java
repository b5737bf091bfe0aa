package dev.pgstow.model;

/** How blocks are accessed; what one pattern of a tier's profile measures. */
public enum AccessPattern {
    /** Blocks of 8 KiB at random places. */
    RANDOM_READ,
    RANDOM_WRITE,
    /** Pieces of 128 KiB, one after the other. */
    SEQUENTIAL_READ,
    /** Blocks of 8 KiB appended to a file, not synced. */
    APPEND,
    /** One block of 8 KiB written, then fdatasync: the latency of a commit. */
    SYNC_WRITE
}
