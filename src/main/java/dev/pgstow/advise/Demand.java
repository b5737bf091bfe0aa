package dev.pgstow.advise;

/**
 * What one transaction asks of the device under a relation, on average. All in operations, one block of 8 KiB each but for the
 * sequential ones.
 *
 * @param randomReads reads of one block
 * @param waitedReads the part of them whose latency somebody waits for: less where reads are prefetched
 * @param sequentialReads of 128 KiB, by the server's read streams or the kernel's read-ahead
 * @param bytesRead by both
 * @param writes by backends and the background writer
 */
record Demand(double randomReads, double waitedReads, double sequentialReads, double bytesRead, double writes) {
    static final Demand NONE = new Demand(0, 0, 0, 0, 0);

    /** Blocks of 8 KiB in one sequential read. */
    static final int SEQUENTIAL_BLOCKS = 16;

    double reads() {
        return randomReads + sequentialReads;
    }

    double operations() {
        return reads() + writes;
    }

    /** With only a share of the reads reaching a device, the rest served by the kernel's page cache. */
    Demand reaching(double share) {
        return new Demand(randomReads * share, waitedReads * share, sequentialReads * share, bytesRead * share, writes);
    }

    Demand waiting(double share) {
        return new Demand(randomReads, randomReads * share, sequentialReads, bytesRead, writes);
    }
}
