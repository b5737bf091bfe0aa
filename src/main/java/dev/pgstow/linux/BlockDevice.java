package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A whole disk as {@code /sys} shows it.
 *
 * @param path such as {@code /dev/sda} or {@code /dev/mapper/vg-data}
 * @param name the last part of the path
 * @param rotational what the kernel believes; null when it does not say
 */
record BlockDevice(String path, String name, @Nullable Boolean rotational) {
    /**
     * The disk with that number, or the one whose partition has that number; empty when the number is of no block device.
     *
     * @param blockDevices {@code /sys/dev/block}
     */
    static Optional<BlockDevice> disk(Path blockDevices, String id) throws IOException {
        Path link = blockDevices.resolve(id);
        if (!Files.exists(link)) {
            return Optional.empty();
        }
        Path folder = link.toRealPath();
        Path parent = folder.getParent();
        Path disk = Files.exists(folder.resolve("partition")) && parent != null ? parent : folder;
        String mapped = text(disk.resolve("dm/name"));
        String name = mapped.isEmpty() ? String.valueOf(disk.getFileName()).replace('!', '/') : mapped;
        String rotational = text(disk.resolve("queue/rotational"));
        return Optional.of(new BlockDevice(
                (mapped.isEmpty() ? "/dev/" : "/dev/mapper/") + name,
                name,
                rotational.isEmpty() ? null : Boolean.valueOf(rotational.equals("1"))));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
