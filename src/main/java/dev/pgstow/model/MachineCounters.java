package dev.pgstow.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the server's machine counted since it started, or in an interval; only read where pgstow runs on that machine.
 *
 * @param cores processors
 * @param memory of the machine
 * @param busySeconds of all processors together, by anybody
 * @param serverSeconds by the processes of the server
 * @param devices by the name of the block device, in an order of their names
 */
public record MachineCounters(
        int cores, ByteSize memory, double busySeconds, double serverSeconds, Map<String, DeviceCounters> devices) {
    /** Requests and bytes of one block device, from {@code /proc/diskstats}. */
    public record DeviceCounters(long reads, long readBytes, long writes, long writtenBytes) {
        static final DeviceCounters ZERO = new DeviceCounters(0, 0, 0, 0);

        DeviceCounters plus(DeviceCounters other, int sign) {
            return new DeviceCounters(
                    reads + sign * other.reads,
                    readBytes + sign * other.readBytes,
                    writes + sign * other.writes,
                    writtenBytes + sign * other.writtenBytes);
        }
    }

    public MachineCounters {
        devices = Collections.unmodifiableMap(new TreeMap<>(devices));
    }

    MachineCounters plus(MachineCounters other, int sign) {
        Map<String, DeviceCounters> sums = new TreeMap<>();
        devices.forEach((name, own) ->
                sums.put(name, own.plus(other.devices.getOrDefault(name, DeviceCounters.ZERO), sign)));
        return new MachineCounters(
                cores,
                memory,
                busySeconds + sign * other.busySeconds,
                serverSeconds + sign * other.serverSeconds,
                sums);
    }
}
