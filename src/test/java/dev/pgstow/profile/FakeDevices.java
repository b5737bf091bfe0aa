package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import java.util.List;

/** Devices as they would be found under a place. */
final class FakeDevices {
    private static final ByteSize GIB = new ByteSize(1L << 30);

    private FakeDevices() {}

    /** A durable disk of 200 GiB, half of it usable and a few bytes more. */
    static Device disk(String name, String fileSystem) {
        return new Device(
                "8:" + name.hashCode(),
                "/dev/" + name,
                name,
                fileSystem,
                "/",
                "rw",
                List.of("/dev/" + name),
                true,
                null,
                false,
                GIB.times(200),
                new ByteSize(100 * GIB.bytes() + 4711));
    }

    /** An instance store of a cloud. */
    static Device lent() {
        return new Device(
                "259:1",
                "/dev/nvme1n1",
                "nvme1n1",
                "xfs",
                "/mnt",
                "rw",
                List.of("/dev/nvme1n1"),
                false,
                "an instance store, empty after a stop",
                false,
                GIB,
                GIB);
    }

    static Device memory() {
        return new Device(
                "0:23",
                "tmpfs on /dev/shm",
                "shm",
                "tmpfs",
                "/dev/shm",
                "rw",
                List.of(),
                false,
                "memory",
                null,
                GIB,
                GIB);
    }
}
