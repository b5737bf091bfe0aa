package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What lies under a place.
 *
 * @param id major:minor number of the file system; directories with the same one share space and speed
 * @param text describes the device as a tiers file does: {@code /dev/sda} for the whole disk under a partition,
 *     {@code tmpfs on /dev/shm} where there is no block device. File systems with the same text share its limits
 * @param name a short name for people, such as {@code sda}
 * @param mountOptions as the kernel shows them
 * @param stack from the device that is mounted down to the disks, each in words
 * @param durable whether files survive a reboot, judged by the kind of file system and device
 * @param loss why they do not, null when they do
 * @param rotational what the kernel believes, which virtual disks often get wrong; null when it does not say
 * @param total size of the file system, null when not known
 * @param usable what this process may still fill of it, null when not known
 */
public record Device(
        String id,
        String text,
        String name,
        String fileSystem,
        String mountPoint,
        String mountOptions,
        List<String> stack,
        boolean durable,
        @Nullable String loss,
        @Nullable Boolean rotational,
        @Nullable ByteSize total,
        @Nullable ByteSize usable) {
    private static final String UNKNOWN = "unknown, under tablespace ";

    public Device {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(fileSystem, "fileSystem");
        Objects.requireNonNull(mountPoint, "mountPoint");
        Objects.requireNonNull(mountOptions, "mountOptions");
        stack = List.copyOf(stack);
    }

    /** What lies under a tablespace of a server whose disks this machine cannot see. */
    public static Device unknown(Place place) {
        return new Device(
                UNKNOWN + place.name(),
                UNKNOWN + place.name(),
                place.name(),
                "unseen",
                "",
                "",
                List.of(),
                true,
                null,
                null,
                null,
                null);
    }

    /** Whether anything is known of it. */
    public boolean isKnown() {
        return !id.startsWith(UNKNOWN);
    }
}
