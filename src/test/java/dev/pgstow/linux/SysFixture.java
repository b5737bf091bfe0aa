package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A made-up {@code /sys} and mount table in a directory of a test. */
final class SysFixture {
    private final Path root;
    private final Path sys;
    private final Path numbers;
    private final List<String> mounts = new ArrayList<>(List.of("1 1 0:1 / / rw - rootfs none rw"));

    SysFixture(Path root) throws IOException {
        this.root = root;
        this.sys = Files.createDirectories(root.resolve("sys/devices"));
        this.numbers = Files.createDirectories(root.resolve("sys/dev/block"));
    }

    /** A disk with the files that tell of it, each as a name and its text in turn. */
    Path disk(String name, String number, String... files) throws IOException {
        return device(sys.resolve("bus/block").resolve(name), number, files);
    }

    Path partition(Path disk, String name, String number) throws IOException {
        return device(disk.resolve(name), number, "partition", "1");
    }

    /** A device on top of others: {@code dm/name} and {@code dm/uuid}, or {@code md/level}. */
    Path layer(String name, String number, List<Path> members, String... files) throws IOException {
        Path folder = device(sys.resolve("virtual/block").resolve(name), number, files);
        Files.createDirectories(folder.resolve("slaves"));
        for (Path member : members) {
            Files.createSymbolicLink(folder.resolve("slaves").resolve(member.getFileName()), member);
        }
        return folder;
    }

    private Path device(Path folder, String number, String... files) throws IOException {
        Files.createDirectories(folder);
        for (int i = 0; i < files.length; i += 2) {
            Path file = folder.resolve(files[i]);
            Files.createDirectories(file.getParent());
            Files.writeString(file, files[i + 1] + "\n");
        }
        Files.createSymbolicLink(numbers.resolve(number), folder);
        return folder;
    }

    /** A directory that lies on a file system of its own. */
    Path mount(String name, String number, String fileSystem, String source) throws IOException {
        Path point = Files.createDirectories(root.toRealPath().resolve(name));
        mounts.add("2 1 " + number + " / " + point + " rw,noatime - " + fileSystem + " " + source + " rw,discard");
        Files.write(root.resolve("mountinfo"), mounts);
        return point;
    }

    Path sys() {
        return sys;
    }

    Devices devices() {
        return devices(new Traffic());
    }

    Devices devices(Traffic traffic) {
        return new Devices(root.resolve("mountinfo"), numbers, traffic);
    }
}
