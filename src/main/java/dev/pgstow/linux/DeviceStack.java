package dev.pgstow.linux;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a file system lies on, from the device that is mounted down to where its requests end.
 *
 * @param ends the disks by their paths, or what is there instead of one, such as {@code tmpfs on /dev/shm}
 * @param words each layer in words, the mounted one first
 * @param loss why its files are lost, null when nothing is known against it. One disk that loses them is enough: pgstow does not
 *     reason about what mirrors keep
 * @param disks where {@code /sys} counts their requests
 */
record DeviceStack(
        Set<String> ends, List<String> words, @Nullable String loss, Set<Path> disks) {
    /** File systems that lie in memory. */
    private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs", "hugetlbfs");

    private static final Set<String> CONTAINER = Set.of("overlay", "aufs");
    /** A server's name before a colon, a share's after two slashes; the rest of such a source names what is shared. */
    private static final Pattern REMOTE = Pattern.compile("//.+|[^/ ]+:.*");

    DeviceStack {
        ends = Collections.unmodifiableSet(new TreeSet<>(ends));
        words = List.copyOf(words);
        disks = Set.copyOf(disks);
    }

    /** A file system that lies on no block device that could be seen, as the mount table states it. */
    static DeviceStack without(Mount mount) {
        String loss = MEMORY.contains(mount.fileSystem())
                ? "memory"
                : CONTAINER.contains(mount.fileSystem()) ? "the layer of a container, which goes with it" : null;
        String stated = mount.fileSystem().equals(mount.source())
                ? mount.fileSystem()
                : mount.fileSystem() + " " + mount.source();
        return new DeviceStack(Set.of(end(mount)), List.of(stated), loss, Set.of());
    }

    static DeviceStack ofDisk(BlockDevice disk) {
        List<String> words = new ArrayList<>(List.of(disk.words()));
        disk.parts().forEach(path -> words.add(path.words()));
        return new DeviceStack(Set.of(disk.path()), words, disk.loss(), Set.of(disk.folder()));
    }

    /** With another layer on top of it. */
    DeviceStack under(BlockDevice device) {
        List<String> all = new ArrayList<>(List.of(device.words()));
        all.addAll(words);
        return new DeviceStack(ends, all, loss, disks);
    }

    /** Both beside each other, under one device; what they have in common is there once. */
    DeviceStack beside(DeviceStack other) {
        return new DeviceStack(
                union(ends, other.ends),
                List.copyOf(union(words, other.words)),
                loss == null ? other.loss : loss,
                union(disks, other.disks));
    }

    /** The same for all file systems that end on the same disks, since these share their limits: {@code /dev/sda + sdb}. */
    String text() {
        List<String> names = List.copyOf(ends);
        return names.get(0)
                + String.join(
                        "",
                        names.stream()
                                .skip(1)
                                .map(name -> " + " + name.replaceFirst("^/dev/(?!mapper/)", ""))
                                .toList());
    }

    private static <T> Set<T> union(Collection<T> these, Collection<T> those) {
        Set<T> all = new LinkedHashSet<>(these);
        all.addAll(those);
        return all;
    }

    /** File systems of one pool, or mounts of one share, have the same. */
    private static String end(Mount mount) {
        if (mount.fileSystem().equals("zfs")) {
            return "zfs " + mount.source().replaceFirst("/.*", "");
        }
        return REMOTE.matcher(mount.source()).matches()
                ? mount.fileSystem() + " " + mount.source()
                : mount.fileSystem() + " on " + mount.point();
    }
}
