package dev.pgstow.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Under what circumstances a tier was measured.
 *
 * @param kernel such as {@code Linux 6.1.0-18-amd64}
 * @param cpus that this process may use
 * @param mountOptions as in {@code /proc/self/mountinfo}
 * @param devices from the one that is mounted down to the disks, each in words
 * @param server version of the server, null when none was asked
 * @param settings of the server that are not its defaults
 */
public record Environment(
        String kernel,
        int cpus,
        ByteSize memory,
        String fileSystem,
        String mountOptions,
        List<String> devices,
        @Nullable String server,
        SortedMap<String, String> settings) {
    public Environment {
        Objects.requireNonNull(kernel, "kernel");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(fileSystem, "fileSystem");
        Objects.requireNonNull(mountOptions, "mountOptions");
        devices = List.copyOf(devices);
        settings = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    /** The same machine and server, with what a tier lies on. */
    public Environment on(String tiersFileSystem, String options, List<String> stack) {
        return new Environment(kernel, cpus, memory, tiersFileSystem, options, stack, server, settings);
    }

    /** With what a server says of itself. */
    public Environment with(String version, Map<String, String> changed) {
        return new Environment(
                kernel, cpus, memory, fileSystem, mountOptions, devices, version, new TreeMap<>(changed));
    }
}
