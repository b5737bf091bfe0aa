package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A block device as {@code /sys} shows it, with those that it is made of.
 *
 * @param path such as {@code /dev/sda} or {@code /dev/mapper/vg-data}
 * @param kind what it is, in a word or two: {@code partition}, {@code LVM}, {@code raid10}; of a disk its model, which can be empty
 * @param rotational what the kernel believes; null when it does not say
 * @param folder in {@code /sys}
 * @param backing the file that a loop device shows as a disk, null for other devices
 * @param parts what it is made of: the disk of a partition, the members of an array; empty for a disk
 */
record BlockDevice(
        String path,
        String kind,
        @Nullable Boolean rotational,
        Path folder,
        @Nullable Path backing,
        List<BlockDevice> parts) {
    private static final String PARTITION = "partition";
    private static final String MULTIPATH = "multipath";
    private static final Pattern MEMORY = Pattern.compile("/dev/z?ram[0-9]+");
    /** What the users of the device mapper call themselves, such as {@code CRYPT-LUKS2-0123-root}. */
    private static final Pattern MAPPED = Pattern.compile("(part[0-9]+|LVM|CRYPT|mpath)-(?:(LUKS[0-9])-)?.*");
    /** Deeper than any sane stack; ends one that contains itself. */
    private static final int DEEPEST = 16;

    BlockDevice {
        parts = List.copyOf(parts);
    }

    /**
     * The device with a number; empty when the number is of no block device.
     *
     * @param blockDevices {@code /sys/dev/block}
     * @param id major:minor
     */
    static Optional<BlockDevice> of(Path blockDevices, String id) throws IOException {
        Path link = blockDevices.resolve(id);
        return Files.exists(link) ? Optional.of(read(link.toRealPath(), 0)) : Optional.empty();
    }

    /** The last part of the path; a partition goes by the name of its disk. */
    String name() {
        return kind.equals(PARTITION) && parts.size() == 1
                ? parts.get(0).name()
                : path.replaceFirst("^/dev/(mapper/)?", "");
    }

    /** Whether limits are those of the device itself: the paths of a multipath device lead to one disk. */
    boolean isDisk() {
        return parts.isEmpty() || kind.equals(MULTIPATH);
    }

    /** Why files on it are lost, null when nothing is known against it. */
    @Nullable
    String loss() {
        return isMemory() ? "memory that plays a disk" : InstanceStore.loss(folder, kind);
    }

    /** {@code /dev/md0, raid10} or {@code /dev/sda, Samsung SSD 870, not rotating, scheduler mq-deadline}. */
    String words() {
        StringBuilder words = new StringBuilder(path);
        if (!kind.isEmpty()) {
            words.append(", ").append(kind);
        }
        if (!parts.isEmpty() || backing != null || isMemory()) {
            return words.toString();
        }
        if (rotational != null) {
            words.append(rotational ? ", rotating" : ", not rotating");
        }
        Matcher scheduler = Pattern.compile("\\[(.+)]").matcher(SysFile.text(folder.resolve("queue/scheduler")));
        if (scheduler.find()) {
            words.append(", scheduler ").append(scheduler.group(1));
        }
        return words.toString();
    }

    private boolean isMemory() {
        return MEMORY.matcher(path).matches();
    }

    private static BlockDevice read(Path folder, int depth) throws IOException {
        String mapped = SysFile.text(folder.resolve("dm/name"));
        String path = mapped.isEmpty()
                ? "/dev/" + String.valueOf(folder.getFileName()).replace('!', '/')
                : "/dev/mapper/" + mapped;
        String backing = SysFile.text(folder.resolve("loop/backing_file"));
        String rotational = SysFile.text(folder.resolve("queue/rotational"));
        return new BlockDevice(
                path,
                backing.isEmpty() ? kind(folder) : "file " + backing,
                rotational.isEmpty() ? null : Boolean.valueOf(rotational.equals("1")),
                folder,
                backing.isEmpty() ? null : Path.of(backing),
                depth < DEEPEST ? parts(folder, depth + 1) : List.of());
    }

    private static List<BlockDevice> parts(Path folder, int depth) throws IOException {
        Path disk = folder.getParent();
        if (isPartition(folder) && disk != null) {
            return List.of(read(disk, depth));
        }
        Path members = folder.resolve("slaves");
        List<BlockDevice> parts = new ArrayList<>();
        if (Files.isDirectory(members)) {
            try (DirectoryStream<Path> links = Files.newDirectoryStream(members)) {
                for (Path link : links) {
                    parts.add(read(link.toRealPath(), depth));
                }
            }
        }
        parts.sort(Comparator.comparing(BlockDevice::path));
        return parts;
    }

    private static String kind(Path folder) {
        if (isPartition(folder)) {
            return PARTITION;
        }
        if (Files.exists(folder.resolve("dm"))) {
            return mapping(SysFile.text(folder.resolve("dm/uuid")));
        }
        String level = SysFile.text(folder.resolve("md/level"));
        return level.isEmpty() ? SysFile.text(folder.resolve("device/model")) : level;
    }

    private static String mapping(String identifier) {
        Matcher matcher = MAPPED.matcher(identifier);
        if (!matcher.matches()) {
            return "device mapper";
        }
        String encryption = matcher.group(2);
        return switch (matcher.group(1)) {
            case "LVM" -> "LVM";
            case "CRYPT" -> encryption == null ? "encrypted" : "encrypted with " + encryption;
            case "mpath" -> MULTIPATH;
            default -> PARTITION;
        };
    }

    private static boolean isPartition(Path folder) {
        return Files.exists(folder.resolve("partition"));
    }
}
