package dev.pgstow.model;

/**
 * How storage is accessed; what one pattern of a tier's profile measures. Direct I/O, past the page cache, unless a name says
 * buffered: those go through the file system as the server does.
 */
public enum AccessPattern {
    /** Blocks of 8 KiB at random places of several files. */
    RANDOM_READ(8),
    /** The same read by another thread for one that sleeps until it is done: asynchronous I/O as workers do it (18). */
    HANDED_READ(8),
    /** Blocks of 8 KiB at random places of several files, not synced. */
    RANDOM_WRITE(8),
    /** Likewise, all in one file: a file system may let only one write at a time into a file. */
    FILE_WRITE(8),
    /** The reads of a mix of 70 reads to 30 writes, 8 KiB at random places. */
    MIXED_70_READ(8),
    /** The writes of that mix. */
    MIXED_70_WRITE(8),
    /** The reads of a mix of as many reads as writes. */
    MIXED_50_READ(8),
    MIXED_50_WRITE(8),
    /** Pieces of 128 KiB, one after the other: what PostgreSQL combines at most by default ({@code io_combine_limit}, 17+). */
    SEQUENTIAL_READ(128),
    /** Pieces of 1 MiB: the throughput that a device has. */
    LARGE_READ(1024),
    LARGE_WRITE(1024),
    /** One block of 8 KiB written, then fdatasync: the latency of a commit. */
    SYNC_WRITE(8),
    /** Likewise with fsync, which writes the inode too. */
    FSYNC_WRITE(8),
    /** Blocks of 8 KiB appended to a file through the page cache, not synced. */
    APPEND(8),
    /** The fsync after 4 MiB of such appends. */
    FLUSH(4096),
    /** Blocks of 8 KiB one after the other through a cold page cache: the kernel may read ahead. */
    BUFFERED_READ(8),
    /** Pieces of 128 KiB likewise. */
    BUFFERED_LARGE_READ(128),
    /** Blocks of 8 KiB at random places through a cold page cache: no read-ahead helps. */
    BUFFERED_RANDOM_READ(8);

    private final int kibibytes;

    AccessPattern(int kibibytes) {
        this.kibibytes = kibibytes;
    }

    /** How many bytes one request moves. */
    public int bytes() {
        return kibibytes << 10;
    }
}
