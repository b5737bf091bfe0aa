package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MountTest {
    @Test
    void a_line_is_read_with_its_optional_fields_and_escapes() {
        assertThat(Mount.parse(
                        "36 35 98:0 /mnt1 /mnt/my\\040disk rw,noatime master:1 shared:2 - ext3 /dev/the\\134root rw"))
                .contains(new Mount("98:0", Path.of("/mnt/my disk"), "rw,noatime", "ext3", "/dev/the\\root"));
        assertThat(Mount.parse("22 27 0:21 / /proc rw,relatime - proc proc rw"))
                .contains(new Mount("0:21", Path.of("/proc"), "rw,relatime", "proc", "proc"));
    }

    @Test
    void options_of_the_mount_and_of_the_file_system_are_listed_once() {
        assertThat(Mount.parse("36 35 8:1 / / rw,relatime,discard - ext4 /dev/sda rw,discard,data=ordered"))
                .map(Mount::options)
                .contains("rw,relatime,discard,data=ordered");
        assertThat(Mount.parse("36 35 8:1 / / ro,noatime - ext4 /dev/sda rw,barrier=1"))
                .map(Mount::options)
                .contains("ro,noatime,barrier=1");
    }

    @Test
    void other_lines_are_left_out() {
        assertThat(Mount.parse("")).isEmpty();
        assertThat(Mount.parse("1 2 3:4 / / rw no dash here")).isEmpty();
        assertThat(Mount.parse("36 35 98:0 / / rw - ext3")).isEmpty();
    }

    @Test
    void the_deepest_mount_above_a_directory_is_its_own() {
        List<Mount> mounts = List.of(mount("1:1", "/"), mount("1:2", "/data"), mount("1:3", "/data/fast"));

        assertThat(Mount.of(Path.of("/data/fast/ts"), "0:0", mounts))
                .map(Mount::id)
                .contains("1:3");
        assertThat(Mount.of(Path.of("/data/faster"), "0:0", mounts))
                .map(Mount::id)
                .contains("1:2");
        assertThat(Mount.of(Path.of("/database"), "0:0", mounts)).map(Mount::id).contains("1:1");
    }

    @Test
    void of_two_mounts_on_one_point_the_later_covers_the_earlier() {
        List<Mount> mounts = List.of(mount("1:1", "/"), mount("1:2", "/data"), mount("1:3", "/data"));

        assertThat(Mount.of(Path.of("/data/ts"), "0:0", mounts)).map(Mount::id).contains("1:3");
    }

    @Test
    void a_mount_that_was_covered_higher_up_is_not_taken_for_the_directorys_own() {
        List<Mount> mounts = List.of(mount("1:1", "/"), mount("1:2", "/data/fast"), mount("1:3", "/data"));

        assertThat(Mount.of(Path.of("/data/fast/ts"), "1:3", mounts))
                .map(Mount::id)
                .contains("1:3");
    }

    @Test
    void without_a_mount_there_is_none() {
        assertThat(Mount.of(Path.of("/data"), "1:1", List.of(mount("1:1", "/other"))))
                .isEqualTo(Optional.empty());
    }

    private static Mount mount(String id, String point) {
        return new Mount(id, Path.of(point), "rw", "ext4", "/dev/sda");
    }
}
