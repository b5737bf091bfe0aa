package dev.pgstow.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A block device for a test that must not write to it: one of its own over a file with a marker in it, where this user may make
 * one, else a device of this machine.
 *
 * @param image the file, null for a device of this machine
 */
public record RawDevice(Path path, @Nullable Path image) implements AutoCloseable {
    private static final String MARKER = "do not touch";
    private static final int SIZE = 16 << 20;

    /** Empty, and said so on stderr, on a machine without any. */
    public static Optional<RawDevice> in(Path directory) throws IOException {
        Path image = directory.resolve("disk.img");
        Files.write(image, marked());
        Optional<String> loop = output("losetup", "--find", "--show", image.toString());
        if (loop.isPresent()) {
            return Optional.of(new RawDevice(Path.of(loop.get()), image));
        }
        Path node = directory.resolve("node");
        if (output("mknod", node.toString(), "b", "7", "200").isPresent()) {
            return Optional.of(new RawDevice(node, null));
        }
        Optional<RawDevice> existing = existing();
        if (existing.isEmpty()) {
            System.err.println("no block device here: nothing was tried on one");
        }
        return existing;
    }

    /** Whether the marker, and all else, is as it was; true for a device that is not ours. */
    public boolean isUntouched() throws IOException {
        return image == null || Arrays.equals(Files.readAllBytes(image), marked());
    }

    @Override
    public void close() throws IOException {
        if (image != null) {
            output("losetup", "--detach", path.toString());
        }
    }

    private static byte[] marked() {
        return Arrays.copyOf(MARKER.getBytes(StandardCharsets.UTF_8), SIZE);
    }

    private static Optional<RawDevice> existing() throws IOException {
        Path known = Path.of("/sys/class/block");
        if (!Files.isDirectory(known)) {
            return Optional.empty();
        }
        try (Stream<Path> names = Files.list(known)) {
            return names.map(name -> Path.of("/dev").resolve(name.getFileName()))
                    .filter(Files::exists)
                    .findFirst()
                    .map(path -> new RawDevice(path, null));
        }
    }

    /** What a program printed, empty when it failed or is not there. */
    private static Optional<String> output(String... command) throws IOException {
        try {
            Process process = new ProcessBuilder(List.of(command))
                    .redirectErrorStream(true)
                    .start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(text) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
