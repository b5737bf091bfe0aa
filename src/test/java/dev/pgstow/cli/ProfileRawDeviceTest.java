package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.testing.RawDevice;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People name the device, because that is what they want to measure; a test that writes to it would destroy what is on it. */
class ProfileRawDeviceTest {
    @TempDir
    private Path directory;

    @Test
    void a_block_device_and_a_link_to_one_are_refused_and_stay_as_they_are() throws Exception {
        try (RawDevice device = RawDevice.in(directory).orElse(null)) {
            Assumptions.assumeTrue(device != null, "a machine without block devices");
            Path link = Files.createSymbolicLink(directory.resolve("link"), device.path());

            assertThat(refused(device.path()))
                    .startsWith("pgstow: error (refused): '" + device.path() + "' is a block device, not a directory\n")
                    .contains("HINT: Name a directory on the device");
            assertThat(refused(link))
                    .startsWith("pgstow: error (refused): '" + link + "' leads to '" + device.path()
                            + "', which is a block device, not a directory\n");
            assertThat(device.isUntouched()).isTrue();
            Files.delete(link);
        }
    }

    @Test
    void so_are_a_character_device_and_a_file_with_something_in_it() throws Exception {
        Path file = Files.writeString(directory.resolve("precious"), "data");

        assertThat(refused(Path.of("/dev/null"))).contains("'/dev/null' is a character device, not a directory");
        assertThat(refused(file)).contains("'" + file + "' is a regular file, not a directory");
        assertThat(file).hasContent("data");
    }

    /** What is printed to stderr. */
    private String refused(Path path) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Console console = new Console(new PrintWriter(out, true), new PrintWriter(err, true));
        Path tiers = directory.resolve("tiers.yaml");

        int status = Pgstow.commandLine(console).execute("profile", "--dir", "tier=" + path, "-o", tiers.toString());

        assertThat(status).isEqualTo(5);
        assertThat(out.toString()).isEmpty();
        assertThat(tiers).doesNotExist();
        return err.toString();
    }
}
