package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What lies under a directory.
 *
 * @param id major:minor number of the file system; directories with the same one share space and speed
 * @param text describes the device as a tiers file does: {@code /dev/sda} for the whole disk under a partition,
 *     {@code tmpfs on /dev/shm} where there is no block device. File systems with the same text share its limits
 * @param name a short name for people, such as {@code sda}
 * @param durable whether files survive a reboot, judged by the kind of file system and device
 * @param rotational what the kernel believes, which virtual disks often get wrong; null when it does not say
 * @param total size of the file system
 * @param usable what this process may still fill of it
 */
public record Device(
        String id,
        String text,
        String name,
        String fileSystem,
        String mountPoint,
        boolean durable,
        @Nullable Boolean rotational,
        ByteSize total,
        ByteSize usable) {
    public Device {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(fileSystem, "fileSystem");
        Objects.requireNonNull(mountPoint, "mountPoint");
        Objects.requireNonNull(total, "total");
        Objects.requireNonNull(usable, "usable");
    }
}
