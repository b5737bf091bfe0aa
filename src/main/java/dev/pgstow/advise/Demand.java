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

    /** The sum of what it asks of a tier, each times its factor, which are in the order of {@link TierLoads}. */
    double times(double[] factors, int tier) {
        int at = tier * TierLoads.KINDS;
        return randomReads * factors[at + TierLoads.RANDOM_READS]
                + waitedReads * factors[at + TierLoads.WAITED_READS]
                + sequentialReads * factors[at + TierLoads.SEQUENTIAL_READS]
                + bytesRead * factors[at + TierLoads.BYTES_READ]
                + writes * factors[at + TierLoads.WRITES];
    }

    /** Adds it to loads in the order of {@link TierLoads}. */
    void addTo(double[] loads, int tier) {
        int at = tier * TierLoads.KINDS;
        loads[at + TierLoads.RANDOM_READS] += randomReads;
        loads[at + TierLoads.WAITED_READS] += waitedReads;
        loads[at + TierLoads.SEQUENTIAL_READS] += sequentialReads;
        loads[at + TierLoads.BYTES_READ] += bytesRead;
        loads[at + TierLoads.WRITES] += writes;
    }

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
