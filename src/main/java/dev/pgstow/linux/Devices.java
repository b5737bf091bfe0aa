package dev.pgstow.linux;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.Busy;
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
import org.jspecify.annotations.Nullable;

/** Finds the device under a directory from {@code /proc/self/mountinfo} and {@code /sys/dev/block}. */
public final class Devices implements DeviceLookup {
    /** Files that play disks on file systems that lie in such files; ends one that seems to contain itself. */
    private static final int DEEPEST = 8;

    private final Path mountInfo;
    private final Path blockDevices;
    private final Traffic traffic;

    public Devices() {
        this(Path.of("/proc/self/mountinfo"), Path.of("/sys/dev/block"), new Traffic());
    }

    Devices(Path mountInfo, Path blockDevices, Traffic traffic) {
        this.mountInfo = mountInfo;
        this.blockDevices = blockDevices;
        this.traffic = traffic;
    }

    @Override
    public Device of(Place place) {
        return of(place.directory());
    }

    /** Likewise of a directory. */
    public Device of(Path directory) {
        Path real = Directories.real(directory);
        try {
            Mount mount = mount(real).orElseThrow(() -> new IOException("no file system found"));
            FileStore store = Files.getFileStore(real);
            Optional<BlockDevice> mounted = mounted(mount);
            DeviceStack stack = stack(mount, 0);
            return new Device(
                    mount.id(),
                    stack.text(),
                    mounted.map(BlockDevice::name).orElseGet(() -> lastName(mount.point())),
                    mount.fileSystem(),
                    mount.point().toString(),
                    mount.options(),
                    stack.words(),
                    stack.loss() == null,
                    stack.loss(),
                    mounted.map(Devices::rotational).orElse(null),
                    new ByteSize(store.getTotalSpace()),
                    new ByteSize(store.getUsableSpace()));
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "cannot find the device of '" + directory + "': " + e.getMessage(),
                    "Describe the tier in the tiers file by hand.",
                    e);
        }
    }

    /** By the parts of real paths: {@code /data_ts} is not inside {@code /data}, whatever links lead to it. Itself is not inside. */
    @Override
    public boolean inside(Place place, Path directory) {
        try {
            Path inner = place.directory().toRealPath();
            Path outer = directory.toRealPath();
            return inner.startsWith(outer) && !inner.equals(outer);
        } catch (IOException e) {
            return false; // one of them is not on this machine
        }
    }

    @Override
    public @Nullable Busy busy(Device device) {
        try {
            Optional<Mount> mount = mounts().stream()
                    .filter(each -> each.id().equals(device.id())
                            && each.point().toString().equals(device.mountPoint()))
                    .findFirst();
            return mount.isEmpty() ? null : traffic.of(stack(mount.get(), 0).disks());
        } catch (IOException e) {
            return null;
        }
    }

    /** Where {@code /sys} counts the requests of the disks under a directory; empty where there is no disk that could be seen. */
    Set<Path> disks(Path directory) {
        try {
            Optional<Mount> mount = mount(Directories.real(directory));
            return mount.isEmpty() ? Set.of() : stack(mount.get(), 0).disks();
        } catch (IOException | PgstowException e) {
            return Set.of();
        }
    }

    private DeviceStack stack(Mount mount, int depth) throws IOException {
        Optional<BlockDevice> device = mounted(mount);
        return device.isPresent() ? stack(device.get(), depth) : DeviceStack.without(mount);
    }

    private DeviceStack stack(BlockDevice device, int depth) throws IOException {
        Optional<Mount> below =
                device.backing() == null || depth == DEEPEST ? Optional.empty() : below(device.backing());
        if (below.isPresent()) {
            return stack(below.get(), depth + 1).under(device);
        }
        if (device.isDisk()) {
            return DeviceStack.ofDisk(device);
        }
        DeviceStack all = stack(device.parts().get(0), depth);
        for (BlockDevice part : device.parts().subList(1, device.parts().size())) {
            all = all.beside(stack(part, depth));
        }
        return all.under(device);
    }

    /** The mount that the file of a loop device lies on; empty when it is out of sight. */
    private Optional<Mount> below(Path file) {
        try {
            return mount(file.toRealPath());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<Mount> mount(Path real) throws IOException {
        return Mount.of(real, number(real, "unix:dev"), mounts());
    }

    private List<Mount> mounts() throws IOException {
        if (!Files.isReadable(mountInfo)) {
            throw new IOException("no '" + mountInfo + "', which only Linux has");
        }
        return Files.readAllLines(mountInfo).stream()
                .flatMap(line -> Mount.parse(line).stream())
                .toList();
    }

    /** The device of a mount; a file system such as btrfs shows a number of its own, so its source decides there. */
    private Optional<BlockDevice> mounted(Mount mount) throws IOException {
        Optional<BlockDevice> device = BlockDevice.of(blockDevices, mount.id());
        Path source = Path.of(mount.source());
        if (device.isPresent() || !mount.source().startsWith("/dev/") || !Files.exists(source)) {
            return device;
        }
        return BlockDevice.of(blockDevices, number(source, "unix:rdev"));
    }

    /** Only a whole disk has a queue that tells. */
    private static @Nullable Boolean rotational(BlockDevice device) {
        return device.rotational() == null && device.parts().size() == 1
                ? rotational(device.parts().get(0))
                : device.rotational();
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
