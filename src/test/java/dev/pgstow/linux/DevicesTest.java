package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.Device;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevicesTest {
    @TempDir
    private Path directory;

    @Test
    void memory_is_seen_as_such() throws Exception {
        Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "pgstow-test");
        try {
            Device device = new Devices().of(folder);

            assertThat(device.fileSystem()).isEqualTo("tmpfs");
            assertThat(device.text()).isEqualTo("tmpfs on /dev/shm");
            assertThat(device.name()).isEqualTo("shm");
            assertThat(device.durable()).isFalse();
            assertThat(device.rotational()).isNull();
        } finally {
            Files.delete(folder);
        }
    }

    @Test
    void the_disk_is_the_one_that_df_shows() throws Exception {
        Path here = Path.of("target").toAbsolutePath();

        Device device = new Devices().of(here);

        assertThat(device.fileSystem()).isEqualTo(df("fstype", here));
        assertThat(device.mountPoint()).isEqualTo(df("target", here));
        assertThat(device.total().bytes()).isEqualTo(Long.parseLong(df("size", here)));
        assertThat(device.usable().bytes())
                .isCloseTo(Long.parseLong(df("avail", here)), org.assertj.core.data.Offset.offset(1L << 30));
    }

    @Test
    void two_directories_on_one_device_are_one_device() {
        Devices devices = new Devices();

        assertThat(devices.of(Path.of("src/main")).id())
                .isEqualTo(devices.of(Path.of("src/test")).id());
        assertThat(devices.of(Path.of("src/main")).id())
                .isNotEqualTo(devices.of(Path.of("/dev/shm")).id());
    }

    @Test
    void a_link_leads_to_the_device_of_its_target() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("/dev/shm"));

        assertThat(new Devices().of(link).text()).isEqualTo("tmpfs on /dev/shm");
        Files.delete(link);
    }

    @Test
    void a_partition_stands_for_its_whole_disk() throws Exception {
        Path disk = Files.createDirectories(directory.resolve("devices/block/sdb"));
        Files.createDirectories(disk.resolve("queue"));
        Files.writeString(disk.resolve("queue/rotational"), "1\n");
        Path partition = Files.createDirectories(disk.resolve("sdb3"));
        Files.writeString(partition.resolve("partition"), "3\n");

        Device device = fixture("ext4", "/dev/sdb3", partition);

        assertThat(device.id()).isEqualTo("8:19");
        assertThat(device.text()).isEqualTo("/dev/sdb");
        assertThat(device.name()).isEqualTo("sdb");
        assertThat(device.rotational()).isTrue();
        assertThat(device.durable()).isTrue();
    }

    @Test
    void a_mapped_device_has_the_name_that_people_gave_it() throws Exception {
        Path mapped = Files.createDirectories(directory.resolve("devices/block/dm-0"));
        Files.createDirectories(mapped.resolve("dm"));
        Files.writeString(mapped.resolve("dm/name"), "vg-data\n");

        Device device = fixture("xfs", "/dev/mapper/vg-data", mapped);

        assertThat(device.text()).isEqualTo("/dev/mapper/vg-data");
        assertThat(device.name()).isEqualTo("vg-data");
        assertThat(device.rotational()).isNull();
    }

    @Test
    void a_disk_in_memory_is_not_durable() throws Exception {
        Path disk = Files.createDirectories(directory.resolve("devices/block/zram0"));

        assertThat(fixture("ext4", "/dev/zram0", disk).durable()).isFalse();
    }

    @Test
    void the_layer_of_a_container_is_not_durable() throws Exception {
        Device device = fixture("overlay", "overlay", null);

        assertThat(device.text()).isEqualTo("overlay on " + directory.resolve("mounted"));
        assertThat(device.durable()).isFalse();
    }

    @Test
    void a_network_volume_is_durable() throws Exception {
        assertThat(fixture("nfs4", "nas:/export", null).durable()).isTrue();
    }

    @Test
    void what_is_no_directory_is_refused() {
        assertThatThrownBy(() -> new Devices().of(Path.of("/dev/null")))
                .isInstanceOf(PgstowException.class)
                .hasMessage("'/dev/null' is not a directory");
        assertThatThrownBy(() -> new Devices().of(Path.of("/no/such/place")))
                .hasMessage("no directory '/no/such/place' on this machine");
    }

    @Test
    void where_the_kernel_tells_nothing_it_is_said_so() {
        Devices devices = new Devices(directory.resolve("none"), directory);

        assertThatThrownBy(() -> devices.of(directory))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining("which only Linux has");
    }

    /** A directory that a made-up mount table places on a made-up device 8:19. */
    private Device fixture(String fileSystem, String source, Path sysFolder) throws IOException {
        Path mounted = Files.createDirectories(directory.resolve("mounted"));
        Path table = Files.writeString(
                directory.resolve("mountinfo"),
                "1 1 8:1 / / rw - ext4 /dev/none rw\n2 1 8:19 / " + mounted + " rw - " + fileSystem + " " + source
                        + " rw\n");
        Path blockDevices = Files.createDirectories(directory.resolve("dev-block"));
        if (sysFolder != null) {
            Files.createSymbolicLink(blockDevices.resolve("8:19"), sysFolder);
        }
        return new Devices(table, blockDevices).of(mounted);
    }

    private static String df(String column, Path place) throws IOException {
        Process process = new ProcessBuilder("df", "-B1", "--output=" + column, place.toString()).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text.lines().skip(1).findFirst().orElseThrow().strip();
    }
}
