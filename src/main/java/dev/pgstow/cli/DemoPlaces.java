package dev.pgstow.cli;

import dev.pgstow.linux.Devices;
import dev.pgstow.linux.DirectIoProbe;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.Device;
import dev.pgstow.profile.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The two really different places of the demo: a directory on a disk for the server and the volume, and one in memory that
 * stands in for a local NVMe. Both are made new and removed whole.
 *
 * @param server holds everything of the server, the volume's tablespace included
 * @param fast the fast tablespace
 * @param directIo whether both take direct I/O, so that no page cache hides the disk
 */
record DemoPlaces(Path server, Path fast, boolean directIo) {
    private static final ByteSize ON_DISK = ByteSize.ofMiB(2048);
    private static final ByteSize IN_MEMORY = ByteSize.ofMiB(320);

    /** The volume's tablespace. */
    Path volume() {
        return server.resolve("volume");
    }

    /**
     * Finds room and makes the directories.
     *
     * @param disk where to make the server's directory, null for the first of the usual places that is on a disk
     * @throws PgstowException (unsupported or no-space) when the demo cannot run here
     */
    static DemoPlaces make(@Nullable Path disk, Path memory) {
        String system = System.getProperty("os.name", "");
        String machine = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        if (!system.equals("Linux") || !(machine.equals("amd64") || machine.equals("x86_64"))) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "the demo needs Linux on x86-64, this is '" + system + "' on '" + machine + "'",
                    "Only the demo does: the other commands work against a server from any machine, but for profile.");
        }
        Path parent = disk == null ? onDisk() : disk;
        if (Files.isDirectory(parent) && inMemory(new Devices().of(parent))) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "'" + parent + "' lies in memory: the two places of the demo would be alike",
                    "Name a directory on a disk with --directory.");
        }
        if (Files.isDirectory(memory) && !inMemory(new Devices().of(memory))) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "'" + memory + "' is not in memory, which plays the fast disk",
                    "Name a directory of a tmpfs with --memory.");
        }
        room(parent, ON_DISK, "--directory");
        room(memory, IN_MEMORY, "--memory");
        Path server = newDirectory(parent);
        try {
            Path fast = newDirectory(memory);
            boolean directIo = takesDirectIo(server) && takesDirectIo(fast);
            DemoPlaces places = new DemoPlaces(server, fast, directIo);
            Files.createDirectory(places.volume());
            return places;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes all of it; what has gone already is no fault. */
    void remove() {
        for (Path directory : List.of(server, fast)) {
            removeTree(directory);
        }
    }

    static void removeTree(Path directory) {
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<Path>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    if (e instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw e;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.INTERNAL, "cannot remove '" + directory + "': " + e, "Remove it by hand.", e);
        }
    }

    /** The first usual place for large temporary files that is not in memory. */
    private static Path onDisk() {
        for (String candidate : List.of("/var/tmp", System.getProperty("user.home", "/var/tmp"), "/tmp", ".")) {
            Path path = Path.of(candidate).toAbsolutePath().normalize();
            if (Files.isWritable(path) && !inMemory(new Devices().of(path))) {
                return path;
            }
        }
        throw new PgstowException(
                ErrorCode.UNSUPPORTED,
                "neither /var/tmp nor the home directory lies on a disk",
                "Name a directory on a disk with --directory.");
    }

    private static boolean inMemory(Device device) {
        return device.fileSystem().equals("tmpfs") || device.fileSystem().equals("ramfs");
    }

    private static void room(Path parent, ByteSize needed, String option) {
        if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED,
                    "cannot write to directory '" + parent + "'",
                    "Name another directory with " + option + ".");
        }
        ByteSize usable = new Devices().of(parent).usable();
        if (usable != null && usable.compareTo(needed) < 0) {
            throw new PgstowException(
                    ErrorCode.NO_SPACE,
                    "the demo needs " + needed + " in '" + parent + "', where " + usable + " are free",
                    "Make room, or name another directory with " + option + ".");
        }
    }

    private static Path newDirectory(Path parent) {
        try {
            return Files.createTempDirectory(parent, "pgstow-demo-");
        } catch (IOException e) {
            throw new PgstowException(
                    ErrorCode.NOT_PERMITTED,
                    "cannot make a directory in '" + parent + "': " + e.getMessage(),
                    "Name another place with --directory or --memory.",
                    e);
        }
    }

    private static boolean takesDirectIo(Path directory) {
        try (var session = new DirectIoProbe(Pgstow.Version.number(), null)
                .open(new Place("demo", false, directory, ByteSize.ZERO), ByteSize.ofMiB(16))) {
            return session.directIo();
        }
    }
}
