package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Environment;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the machine says of itself in {@code /proc}. */
public final class Host {
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*([0-9]+) kB$");

    private final Path proc;
    private final int cpus;

    public Host() {
        this(Path.of("/proc"), Runtime.getRuntime().availableProcessors());
    }

    Host(Path proc, int cpus) {
        this.proc = proc;
        this.cpus = cpus;
    }

    /** Kernel, processors and memory, with no file system, device and server yet; empty when the kernel does not tell. */
    public Optional<Environment> environment() {
        String name = SysFile.text(proc.resolve("sys/kernel/ostype"));
        String release = SysFile.text(proc.resolve("sys/kernel/osrelease"));
        Matcher memory = MEMORY.matcher(SysFile.text(proc.resolve("meminfo")));
        if (name.isEmpty() || release.isEmpty() || !memory.find()) {
            return Optional.empty();
        }
        ByteSize all = new ByteSize(Long.parseLong(memory.group(1)) << 10);
        return Optional.of(new Environment(name + " " + release, cpus, all, "", "", List.of(), null, new TreeMap<>()));
    }
}
