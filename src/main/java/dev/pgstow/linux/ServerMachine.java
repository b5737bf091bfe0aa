package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Environment;
import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.MachineCounters.DeviceCounters;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the machine of a running server counts: processor time of its processes, from their {@code stat} in {@code /proc}
 * (proc_pid_stat(5)), and requests of the disks under its tablespaces.
 */
public final class ServerMachine {
    private static final String LOCK_FILE = "postmaster.pid";
    /** Ticks a second of {@code /proc}, on every platform that Java runs on (USER_HZ). */
    private static final double TICKS = 100;
    /** After the name of a program: state is field 0 and ppid field 1. */
    private static final int PARENT = 1;

    private static final int USER_TIME = 11;
    /** utime and stime of a process, then those of its children that have ended and were waited for. */
    private static final int OWN_TIMES = 2;

    private static final int WITH_CHILDREN = 4;
    /** Of {@code /sys/block/NAME/stat}: requests and sectors read and written, in sectors of 512 bytes. */
    private static final int[] REQUESTS = {0, 2, 4, 6};

    private static final int SECTOR = 512;

    private final Path dataDirectory;
    private final Set<Path> disks;
    private final Path proc;

    /** @param directories of the tablespaces; when one of them is on no disk that can be seen, no requests are counted */
    public ServerMachine(Path dataDirectory, Collection<Path> directories) {
        this(dataDirectory, disks(directories), Path.of("/proc"));
    }

    ServerMachine(Path dataDirectory, Set<Path> disks, Path proc) {
        this.dataDirectory = dataDirectory;
        this.disks = Set.copyOf(disks);
        this.proc = proc;
    }

    private static Set<Path> disks(Collection<Path> directories) {
        Devices devices = new Devices();
        Set<Path> disks = new TreeSet<>();
        for (Path directory : directories) {
            Set<Path> under = Set.copyOf(devices.disks(directory));
            if (under.isEmpty()) {
                return Set.of();
            }
            disks.addAll(under);
        }
        return disks;
    }

    /** Null where this user may not look, or the machine does not tell. */
    public @Nullable MachineCounters counters() {
        try {
            String postmaster =
                    Files.readAllLines(dataDirectory.resolve(LOCK_FILE)).get(0).strip();
            Environment host = new Host(proc, Runtime.getRuntime().availableProcessors())
                    .environment()
                    .orElse(null);
            return new MachineCounters(
                    Runtime.getRuntime().availableProcessors(),
                    host == null ? ByteSize.ZERO : host.memory(),
                    Processors.busySeconds(proc.resolve("stat")),
                    serverSeconds(postmaster),
                    devices());
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    /** The postmaster has waited for the backends that ended; those that run are its children. */
    private double serverSeconds(String postmaster) throws IOException {
        double ticks = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                boolean itself = process.getFileName().toString().equals(postmaster);
                List<String> fields = fields(process);
                if (fields.size() > USER_TIME + WITH_CHILDREN
                        && (itself || fields.get(PARENT).equals(postmaster))) {
                    ticks += fields.stream()
                            .skip(USER_TIME)
                            .limit(itself ? WITH_CHILDREN : OWN_TIMES)
                            .mapToDouble(Double::parseDouble)
                            .sum();
                }
            }
        }
        return ticks / TICKS;
    }

    /** Empty for a process that has ended since it was listed. */
    private static List<String> fields(Path process) {
        String line = SysFile.text(process.resolve("stat"));
        int name = line.lastIndexOf(')');
        return name < 0 || name + 2 > line.length()
                ? List.of()
                : List.of(line.substring(name + 2).split(" "));
    }

    private Map<String, DeviceCounters> devices() {
        Map<String, DeviceCounters> devices = new TreeMap<>();
        for (Path disk : disks) {
            long[] all = Arrays.stream(SysFile.text(disk.resolve("stat")).split("\\s+"))
                    .filter(word -> !word.isEmpty())
                    .mapToLong(Long::parseLong)
                    .toArray();
            if (all.length > REQUESTS[3]) {
                devices.put(
                        disk.getFileName().toString(),
                        new DeviceCounters(
                                all[REQUESTS[0]],
                                all[REQUESTS[1]] * SECTOR,
                                all[REQUESTS[2]],
                                all[REQUESTS[3]] * SECTOR));
            }
        }
        return devices;
    }
}
