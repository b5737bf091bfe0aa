package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.Device;
import dev.pgstow.profile.DeviceLookup;
import dev.pgstow.profile.Place;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the device under a directory from {@code /proc/self/mountinfo} and {@code /sys/dev/block}. */
public final class Devices implements DeviceLookup {
    /** File systems that lie in memory, or that go away with their container. */
    private static final Set<String> VOLATILE = Set.of("tmpfs", "ramfs", "devtmpfs", "hugetlbfs", "overlay", "aufs");
    /** Block devices in memory. */
    private static final Pattern MEMORY_DISK = Pattern.compile("(zram|ram)[0-9]+");

    private final Path mountInfo;
    private final Path blockDevices;

    public Devices() {
        this(Path.of("/proc/self/mountinfo"), Path.of("/sys/dev/block"));
    }

    Devices(Path mountInfo, Path blockDevices) {
        this.mountInfo = mountInfo;
        this.blockDevices = blockDevices;
    }

    @Override
    public Device of(Place place) {
        return of(place.directory());
    }

    /** Likewise of a directory. */
    public Device of(Path directory) {
        Path real = Directories.real(directory);
        try {
            Mount mount = Mount.of(real, number(real, "unix:dev"), mounts())
                    .orElseThrow(() -> new IOException("no file system found"));
            FileStore store = Files.getFileStore(real);
            ByteSize total = new ByteSize(store.getTotalSpace());
            ByteSize usable = new ByteSize(store.getUsableSpace());
            Optional<BlockDevice> disk = disk(mount);
            return new Device(
                    mount.id(),
                    disk.map(BlockDevice::path).orElse(mount.fileSystem() + " on " + mount.point()),
                    disk.map(BlockDevice::name).orElseGet(() -> lastName(mount.point())),
                    mount.fileSystem(),
                    mount.point().toString(),
                    "",
                    disk.map(BlockDevice::path).stream().toList(),
                    !VOLATILE.contains(mount.fileSystem())
                            && disk.map(BlockDevice::name)
                                    .filter(MEMORY_DISK.asMatchPredicate())
                                    .isEmpty(),
                    null,
                    disk.map(BlockDevice::rotational).orElse(null),
                    total,
                    usable);
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "cannot find the device of '" + directory + "': " + e.getMessage(),
                    "Describe the tier in the tiers file by hand.",
                    e);
        }
    }

    private List<Mount> mounts() throws IOException {
        if (!Files.isReadable(mountInfo)) {
            throw new IOException("no '" + mountInfo + "', which only Linux has");
        }
        return Files.readAllLines(mountInfo).stream()
                .flatMap(line -> Mount.parse(line).stream())
                .toList();
    }

    /** The disk under a mount; a file system such as btrfs shows a number of its own, so its source decides there. */
    private Optional<BlockDevice> disk(Mount mount) throws IOException {
        Optional<BlockDevice> disk = BlockDevice.disk(blockDevices, mount.id());
        Path source = Path.of(mount.source());
        if (disk.isPresent() || !mount.source().startsWith("/dev/") || !Files.exists(source)) {
            return disk;
        }
        return BlockDevice.disk(blockDevices, number(source, "unix:rdev"));
    }

    private static String lastName(Path mountPoint) {
        Path name = mountPoint.getFileName();
        return name == null ? "root" : name.toString();
    }

    /** A device number as major:minor; how Linux packs one into 64 bits is in makedev(3). */
    private static String number(Path path, String attribute) throws IOException {
        long packed = ((Number) Files.getAttribute(path, attribute)).longValue();
        long major = ((packed >>> 8) & 0xfff) | ((packed >>> 32) & 0xfffff000L);
        long minor = (packed & 0xff) | ((packed >>> 12) & 0xffffff00L);
        return major + ":" + minor;
    }
}
