package dev.pgstow.collect;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DeviceReads;
import dev.pgstow.model.DeviceReads.Source;
import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.MachineCounters.DeviceCounters;
import dev.pgstow.model.Settings;
import dev.pgstow.model.WorkloadCounters;
import org.jspecify.annotations.Nullable;

/** Tells reads of a device from those that the kernel's page cache served, by whatever there is to tell it. */
final class ReachedDevice {
    /** Fewer reads say nothing. */
    private static final long FEWEST = 100;

    private ReachedDevice() {}

    static DeviceReads of(WorkloadCounters workload, Settings settings) {
        Double mean = settings.on("track_io_timing") && workload.blocksRead() > 0
                ? workload.readSeconds() / workload.blocksRead()
                : null;
        if (settings.text("debug_io_direct", "").contains("data")) {
            return new DeviceReads(Source.DIRECT_IO, 1d, mean);
        }
        Double counted = kernel(workload);
        if (counted != null) {
            return new DeviceReads(Source.KCACHE, counted, mean);
        }
        Double share = share(workload);
        if (share != null) {
            return new DeviceReads(Source.DISKSTATS, share, mean);
        }
        return mean == null ? DeviceReads.UNKNOWN : new DeviceReads(Source.TIMING, null, mean);
    }

    /** Null also when it went down: pg_stat_kcache forgets statements together with pg_stat_statements. */
    private static @Nullable Double kernel(WorkloadCounters workload) {
        Long bytes = workload.kernelReadBytes();
        return bytes == null || bytes < 0 || workload.blocksRead() < FEWEST
                ? null
                : Math.min(1, (double) bytes / ByteSize.BLOCK / workload.blocksRead());
    }

    private static @Nullable Double share(WorkloadCounters workload) {
        MachineCounters machine = workload.machine();
        if (machine == null || machine.devices().isEmpty() || workload.blocksRead() < FEWEST) {
            return null;
        }
        long bytes = machine.devices().values().stream()
                .mapToLong(DeviceCounters::readBytes)
                .sum();
        return Math.min(1, (double) bytes / ByteSize.BLOCK / workload.blocksRead());
    }
}
