package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.Busy;
import dev.pgstow.profile.Device;
import dev.pgstow.profile.Durability;
import dev.pgstow.profile.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
                .isCloseTo(Long.parseLong(df("avail", here)), org.assertj.core.api.Assertions.within(1L << 30));
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
        SysFixture fixture = new SysFixture(directory);
        Path disk = fixture.disk("sdb", "8:16", "queue/rotational", "1", "queue/scheduler", "none [mq-deadline] bfq");
        fixture.partition(disk, "sdb3", "8:19");
        Path mounted = fixture.mount("mounted", "8:19", "ext4", "/dev/sdb3");

        Device device = fixture.devices().of(mounted);

        assertThat(device.id()).isEqualTo("8:19");
        assertThat(device.text()).isEqualTo("/dev/sdb");
        assertThat(device.name()).isEqualTo("sdb");
        assertThat(device.mountOptions()).isEqualTo("rw,noatime,discard");
        assertThat(device.stack()).containsExactly("/dev/sdb3, partition", "/dev/sdb, rotating, scheduler mq-deadline");
        assertThat(device.rotational()).isTrue();
        assertThat(device.durable()).isTrue();
        assertThat(device.loss()).isNull();
    }

    @Test
    void a_mapped_device_has_the_name_that_people_gave_it_also_when_nothing_is_seen_under_it() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        fixture.layer("dm-0", "253:0", List.of(), "dm/name", "vg-data", "dm/uuid", "LVM-abc");

        Device device = fixture.devices().of(fixture.mount("mounted", "253:0", "xfs", "/dev/mapper/vg-data"));

        assertThat(device.text()).isEqualTo("/dev/mapper/vg-data");
        assertThat(device.name()).isEqualTo("vg-data");
        assertThat(device.rotational()).isNull();
    }

    @Test
    void two_logical_volumes_and_a_partition_of_one_disk_are_one_device_with_three_file_systems() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path disk = fixture.disk(
                "nvme0n1",
                "259:0",
                "device/model",
                "Amazon Elastic Block Store",
                "queue/rotational",
                "0",
                "queue/scheduler",
                "[none] mq-deadline");
        Path first = fixture.partition(disk, "nvme0n1p1", "259:1");
        fixture.partition(disk, "nvme0n1p2", "259:2");
        Path crypt = fixture.layer(
                "dm-0", "253:0", List.of(first), "dm/name", "secret", "dm/uuid", "CRYPT-LUKS2-0123-secret");
        fixture.layer("dm-1", "253:1", List.of(crypt), "dm/name", "vg-data", "dm/uuid", "LVM-abc");
        fixture.layer("dm-2", "253:2", List.of(crypt), "dm/name", "vg-index", "dm/uuid", "LVM-def");
        Path data = fixture.mount("data", "253:1", "xfs", "/dev/mapper/vg-data");
        Path index = fixture.mount("index", "253:2", "xfs", "/dev/mapper/vg-index");
        Path other = fixture.mount("other", "259:2", "ext4", "/dev/nvme0n1p2");
        Devices devices = fixture.devices();

        assertThat(Stream.of(data, index, other).map(devices::of).map(Device::text))
                .containsOnly("/dev/nvme0n1");
        assertThat(Stream.of(data, index, other).map(devices::of).map(Device::id))
                .doesNotHaveDuplicates();
        assertThat(Stream.of(data, index, other).map(devices::of).map(Device::name))
                .containsExactly("vg-data", "vg-index", "nvme0n1");
        assertThat(devices.of(data).stack())
                .containsExactly(
                        "/dev/mapper/vg-data, LVM",
                        "/dev/mapper/secret, encrypted with LUKS2",
                        "/dev/nvme0n1p1, partition",
                        "/dev/nvme0n1, Amazon Elastic Block Store, not rotating, scheduler none");
        assertThat(devices.of(data).rotational()).isFalse();
        assertThat(devices.of(data).durable()).isTrue();
    }

    @Test
    void arrays_over_the_same_disks_are_one_device_and_one_over_others_is_another() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path a = fixture.disk("sda", "8:0");
        Path b = fixture.disk("sdb", "8:16");
        Path c = fixture.disk("sdc", "8:32");
        Path a1 = fixture.partition(a, "sda1", "8:1");
        Path b1 = fixture.partition(b, "sdb1", "8:17");
        Path a2 = fixture.partition(a, "sda2", "8:2");
        Path b2 = fixture.partition(b, "sdb2", "8:18");
        fixture.layer("md0", "9:0", List.of(b1, a1), "md/level", "raid1", "queue/rotational", "1");
        Path second = fixture.layer("md1", "9:1", List.of(a2, b2), "md/level", "raid10");
        fixture.layer("dm-0", "253:0", List.of(second), "dm/name", "vg-data", "dm/uuid", "LVM-abc");
        fixture.layer("dm-1", "253:1", List.of(a, c), "dm/name", "vg-wide", "dm/uuid", "LVM-def");
        Path root = fixture.mount("root", "9:0", "ext4", "/dev/md0");
        Path data = fixture.mount("data", "253:0", "xfs", "/dev/mapper/vg-data");
        Path wide = fixture.mount("wide", "253:1", "xfs", "/dev/mapper/vg-wide");
        Devices devices = fixture.devices();

        assertThat(devices.of(root).text()).isEqualTo("/dev/sda + sdb");
        assertThat(devices.of(data).text()).isEqualTo("/dev/sda + sdb");
        assertThat(devices.of(wide).text()).isEqualTo("/dev/sda + sdc");
        assertThat(devices.of(root).name()).isEqualTo("md0");
        assertThat(devices.of(root).rotational()).isTrue();
        assertThat(devices.of(data).stack())
                .containsExactly(
                        "/dev/mapper/vg-data, LVM",
                        "/dev/md1, raid10",
                        "/dev/sda2, partition",
                        "/dev/sda",
                        "/dev/sdb2, partition",
                        "/dev/sdb");
    }

    @Test
    void paths_to_one_disk_are_one_disk() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path a = fixture.disk("sda", "8:0", "device/model", "LUN C-Mode");
        Path b = fixture.disk("sdb", "8:16", "device/model", "LUN C-Mode");
        Path paths = fixture.layer("dm-0", "253:0", List.of(a, b), "dm/name", "mpatha", "dm/uuid", "mpath-3600a");
        fixture.layer("dm-1", "253:1", List.of(paths), "dm/name", "mpatha1", "dm/uuid", "part1-mpath-3600a");

        Device device = fixture.devices().of(fixture.mount("mounted", "253:1", "xfs", "/dev/mapper/mpatha1"));

        assertThat(device.text()).isEqualTo("/dev/mapper/mpatha");
        assertThat(device.name()).isEqualTo("mpatha");
        assertThat(device.stack())
                .containsExactly(
                        "/dev/mapper/mpatha1, partition",
                        "/dev/mapper/mpatha, multipath",
                        "/dev/sda, LUN C-Mode",
                        "/dev/sdb, LUN C-Mode");
    }

    @Test
    void a_file_that_plays_a_disk_is_on_the_device_of_the_file() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        fixture.disk("sda", "8:0");
        Path images = fixture.mount("images", "8:0", "ext4", "/dev/sda");
        Path image = Files.createFile(images.resolve("disk.img"));
        fixture.disk("loop0", "7:0", "loop/backing_file", image.toString(), "queue/rotational", "0");
        Path looped = fixture.mount("looped", "7:0", "ext4", "/dev/loop0");
        fixture.disk("loop1", "7:1", "loop/backing_file", "/nowhere/gone.img (deleted)");
        Path hidden = fixture.mount("hidden", "7:1", "ext4", "/dev/loop1");
        Devices devices = fixture.devices();

        assertThat(devices.of(looped).text()).isEqualTo("/dev/sda");
        assertThat(devices.of(looped).name()).isEqualTo("loop0");
        assertThat(devices.of(looped).stack()).containsExactly("/dev/loop0, file " + image, "/dev/sda");
        assertThat(devices.of(hidden).text()).isEqualTo("/dev/loop1");
        assertThat(devices.of(hidden).durable()).isTrue();
    }

    @Test
    void a_file_in_memory_that_plays_a_disk_is_memory() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path memory = fixture.mount("memory", "0:99", "tmpfs", "tmpfs");
        Path image = Files.createFile(memory.resolve("disk.img"));
        fixture.disk("loop0", "7:0", "loop/backing_file", image.toString());

        Device device = fixture.devices().of(fixture.mount("looped", "7:0", "ext4", "/dev/loop0"));

        assertThat(device.text()).isEqualTo("tmpfs on " + memory);
        assertThat(device.loss()).isEqualTo("memory");
        assertThat(Durability.possible(device.text())).isFalse();
    }

    @Test
    void an_image_that_seems_to_lie_in_itself_has_an_end() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path looped = fixture.mount("looped", "7:0", "ext4", "/dev/loop0");
        Path image = Files.createFile(looped.resolve("disk.img"));
        fixture.disk("loop0", "7:0", "loop/backing_file", image.toString());

        assertThat(fixture.devices().of(looped).text()).isEqualTo("/dev/loop0");
    }

    @ParameterizedTest
    @CsvSource({"zram0, false", "ram3, false", "sdram, true"})
    void a_disk_in_memory_is_not_durable_and_nobody_can_call_it_so(String name, boolean durable) throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path disk = fixture.disk(name, "252:0");
        fixture.layer("dm-0", "253:0", List.of(disk), "dm/name", "vg-ram0", "dm/uuid", "LVM-abc");
        Path plain = fixture.mount("plain", "252:0", "ext4", "/dev/" + name);
        Path volume = fixture.mount("volume", "253:0", "ext4", "/dev/mapper/vg-ram0");
        Devices devices = fixture.devices();

        assertThat(Stream.of(plain, volume).map(devices::of).map(Device::durable))
                .containsOnly(durable);
        assertThat(Stream.of(plain, volume).map(devices::of).map(device -> Durability.possible(device.text())))
                .containsOnly(durable);
    }

    @ParameterizedTest
    @CsvSource({
        "Amazon EC2 NVMe Instance Storage, an instance store of Amazon EC2",
        "nvme_card, a local SSD of Google Compute Engine",
        "nvme_card12, a local SSD of Google Compute Engine",
        "EphemeralDisk, a local SSD of Google Compute Engine",
        "Microsoft NVMe Direct Disk, a local disk of Azure",
        "Microsoft NVMe Direct Disk v2, a local disk of Azure",
        "Amazon Elastic Block Store,",
        "nvme_card-pd,",
        "PersistentDisk,",
        "MSFT NVMe Accelerator v1.0,",
        "Virtual Disk,",
        "Samsung SSD 990 PRO,"
    })
    void disks_that_a_cloud_lends_are_not_durable(String model, String loss) throws Exception {
        SysFixture fixture = new SysFixture(directory);
        fixture.disk("nvme1n1", "259:3", "device/model", model + "      ");

        Device device = fixture.devices().of(fixture.mount("mounted", "259:3", "xfs", "/dev/nvme1n1"));

        assertThat(device.durable()).isEqualTo(loss == null);
        if (loss == null) {
            assertThat(device.loss()).isNull();
        } else {
            assertThat(device.loss()).startsWith(loss).contains("empty after");
            assertThat(Durability.possible(device.text())).isTrue();
        }
    }

    @Test
    void one_lent_disk_makes_a_whole_stack_not_durable() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path volume = fixture.disk("nvme0n1", "259:0", "device/model", "Amazon Elastic Block Store");
        Path lent = fixture.disk("nvme1n1", "259:1", "device/model", "Amazon EC2 NVMe Instance Storage");
        Path array = fixture.layer("md0", "9:0", List.of(volume, lent), "md/level", "raid0");
        fixture.layer("dm-0", "253:0", List.of(array), "dm/name", "vg-data", "dm/uuid", "LVM-abc");

        Device device = fixture.devices().of(fixture.mount("mounted", "253:0", "xfs", "/dev/mapper/vg-data"));

        assertThat(device.text()).isEqualTo("/dev/nvme0n1 + nvme1n1");
        assertThat(device.loss()).startsWith("an instance store of Amazon EC2");
    }

    @ParameterizedTest
    @CsvSource({
        "{00000000-0001-8899-0000-000000000000}, 1:0:1:0, false",
        "{00000000-0000-8899-0000-000000000000}, 0:0:0:0, true",
        "{f8b3781a-1e82-4818-a1c3-63d806ec15bb}, 0:0:0:1, false",
        "{f8b3781a-1e82-4818-a1c3-63d806ec15bb}, 0:0:0:0, true",
        "{f8b3781b-1e82-4818-a1c3-63d806ec15bb}, 1:0:0:1, true"
    })
    void the_temporary_disk_of_an_azure_machine_is_told_by_where_it_hangs(
            String controller, String address, boolean durable) throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path bus = Files.createDirectories(fixture.sys().resolve("VMBUS/" + controller));
        Files.writeString(bus.resolve("device_id"), controller + "\n");
        Path target = Files.createDirectories(bus.resolve("host0/target/" + address));
        Files.writeString(target.resolve("model"), "Virtual Disk    \n");
        Path disk = Files.createDirectories(target.resolve("block/sdb"));
        Files.createSymbolicLink(disk.resolve("device"), Path.of("../../../" + address));
        Files.createSymbolicLink(directory.resolve("sys/dev/block/8:16"), disk);

        Device device = fixture.devices().of(fixture.mount("mounted", "8:16", "ext4", "/dev/sdb"));

        assertThat(device.stack()).containsExactly("/dev/sdb, Virtual Disk");
        assertThat(device.durable()).isEqualTo(durable);
    }

    @Test
    void the_layer_of_a_container_is_not_durable() throws Exception {
        SysFixture fixture = new SysFixture(directory);

        Device device = fixture.devices().of(fixture.mount("mounted", "0:50", "overlay", "overlay"));

        assertThat(device.text())
                .isEqualTo("overlay on " + directory.toRealPath().resolve("mounted"));
        assertThat(device.durable()).isFalse();
        assertThat(device.loss()).contains("container");
    }

    @Test
    void two_mounts_of_one_share_are_one_device() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path here = fixture.mount("here", "0:60", "nfs4", "nas:/export");
        Path there = fixture.mount("there", "0:61", "nfs4", "nas:/export");
        Path other = fixture.mount("other", "0:62", "cifs", "//nas/share");
        Devices devices = fixture.devices();

        assertThat(devices.of(here).durable()).isTrue();
        assertThat(devices.of(here).text()).isEqualTo("nfs4 nas:/export");
        assertThat(devices.of(there).text()).isEqualTo("nfs4 nas:/export");
        assertThat(devices.of(other).text()).isEqualTo("cifs //nas/share");
        assertThat(devices.of(here).stack()).containsExactly("nfs4 nas:/export");
    }

    @Test
    void two_file_systems_of_one_pool_are_one_device() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path data = fixture.mount("data", "0:70", "zfs", "tank/pg/data");
        Path index = fixture.mount("index", "0:71", "zfs", "tank/pg/index");
        Devices devices = fixture.devices();

        assertThat(devices.of(data).text()).isEqualTo("zfs tank");
        assertThat(devices.of(index).text()).isEqualTo("zfs tank");
        assertThat(devices.of(index).stack()).containsExactly("zfs tank/pg/index");
    }

    @Test
    void a_sibling_whose_name_begins_alike_is_not_inside() throws Exception {
        Path data = Files.createDirectories(directory.resolve("data"));
        Path sibling = Files.createDirectories(directory.resolve("data_ts"));
        Path inner = Files.createDirectories(data.resolve("inside_ts"));
        Path link = Files.createSymbolicLink(directory.resolve("elsewhere"), inner);
        Devices devices = new Devices();

        assertThat(devices.inside(place(sibling), data)).isFalse();
        assertThat(devices.inside(place(inner), data)).isTrue();
        assertThat(devices.inside(place(link), data)).isTrue();
        assertThat(devices.inside(place(data.resolve("../data_ts")), data)).isFalse();
        assertThat(devices.inside(place(data), data)).isFalse();
        assertThat(devices.inside(place(data), inner)).isFalse();
        assertThat(devices.inside(place(inner), Path.of("/no/such/place"))).isFalse();
    }

    @Test
    void what_others_do_to_the_disks_under_a_file_system_is_counted() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        Path a = fixture.disk("sda", "8:0", "stat", "100 0 800 50 10 0 80 5 0 1000 55");
        Path b = fixture.disk("sdb", "8:16", "stat", "7 0 0 0 0 0 0 0 0 2000 0 0 0 0 0");
        fixture.layer("md0", "9:0", List.of(a, b), "md/level", "raid0");
        Path mounted = fixture.mount("mounted", "9:0", "xfs", "/dev/md0");
        long[] now = {5_000_000_000L};
        Traffic traffic = new Traffic(() -> now[0], time -> {
            now[0] += time.toNanos() / 3 * 5; // half a second passes instead of 300 ms
            write(a.resolve("stat"), "  150 0 1200 75 30 0 240 15 0 1100 90\n");
            write(b.resolve("stat"), "  7 0 0 0 20 0 0 0 0 2400 0 0 0 0 0\n");
        });
        Devices devices = fixture.devices(traffic);

        Busy busy = devices.busy(devices.of(mounted));

        assertThat(busy.readsPerSecond()).isEqualTo(100);
        assertThat(busy.writesPerSecond()).isEqualTo(80);
        assertThat(busy.share()).isCloseTo(0.8, offset(1e-9));
    }

    @Test
    void without_a_disk_nobody_knows_how_busy_it_is() throws Exception {
        SysFixture fixture = new SysFixture(directory);
        fixture.disk("sda", "8:0"); // says nothing of itself
        Path silent = fixture.mount("silent", "8:0", "ext4", "/dev/sda");
        Path memory = fixture.mount("memory", "0:99", "tmpfs", "tmpfs");
        Devices devices = fixture.devices(new Traffic(System::nanoTime, time -> {}));

        assertThat(devices.busy(devices.of(memory))).isNull();
        assertThat(devices.busy(devices.of(silent))).isNull();
    }

    @Test
    void what_is_not_there_is_not_on_this_machine() {
        assertThatThrownBy(() -> new Devices().of(Path.of("/no/such/place")))
                .isInstanceOfSatisfying(
                        PgstowException.class,
                        e -> assertThat(e.hint()).startsWith("Run pgstow on the server's machine"))
                .hasMessage("no directory '/no/such/place' on this machine");
    }

    @Test
    void where_the_kernel_tells_nothing_it_is_said_so() {
        Devices devices = new Devices(directory.resolve("none"), directory, new Traffic());

        assertThatThrownBy(() -> devices.of(directory))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining("which only Linux has");
    }

    private static Place place(Path directory) {
        return new Place("place", true, directory, ByteSize.ZERO);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String df(String column, Path place) throws IOException {
        Process process = new ProcessBuilder("df", "-B1", "--output=" + column, place.toString()).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text.lines().skip(1).findFirst().orElseThrow().strip();
    }
}
