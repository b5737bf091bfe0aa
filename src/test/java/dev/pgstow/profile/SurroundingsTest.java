package dev.pgstow.profile;

import static dev.pgstow.profile.FakeDevices.disk;
import static dev.pgstow.profile.FakeDevices.memory;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Tiers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SurroundingsTest {
    private final Map<String, Busy> busy = new HashMap<>();
    private final List<String> watched = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    @Test
    void tablespaces_on_one_device_are_named_together() {
        look(group("tier", disk("sda", "ext4"), place("pg_default", "/data/base"), place("ts", "/data_ts")));

        assertThat(notes)
                .containsExactly(
                        "tablespaces 'pg_default', 'ts' are on one device, '/dev/sda': moving between them makes"
                                + " nothing faster");
    }

    @Test
    void tiers_on_one_device_are_named_together() {
        look(
                group("a", disk("sda", "ext4"), place("one", "/one")),
                group("b", disk("sdb", "ext4"), place("two", "/two")),
                group("c", disk("sda", "ext4"), place("three", "/three")));

        assertThat(notes)
                .containsExactly(
                        "tiers 'a', 'c' are on one device, '/dev/sda', and share its limits: moving between them makes"
                                + " nothing faster");
    }

    @Test
    void a_tablespace_inside_the_data_directory_is_pointed_out_and_a_sibling_is_not() {
        look(
                group("a", disk("sda", "ext4"), place("inside_ts", "/data/inside_ts")),
                group("b", disk("sdb", "ext4"), place("sibling", "/data_ts")));

        assertThat(notes)
                .containsExactly(
                        "'/data/inside_ts' of 'inside_ts' is inside the data directory, which PostgreSQL warns of:"
                                + " backups can copy it twice");
    }

    @Test
    void the_default_tablespace_belongs_inside_the_data_directory() {
        look(group("a", disk("sda", "ext4"), place("pg_default", "/data/base")));

        assertThat(notes).isEmpty();
    }

    @Test
    void without_a_data_directory_nothing_is_said_about_it() {
        new Surroundings(new WatchedDevices(), new NotedProgress(notes))
                .look(List.of(group("a", disk("sda", "ext4"), place("inside_ts", "/data/inside_ts"))), request(null));

        assertThat(notes).isEmpty();
    }

    @Test
    void a_directory_inside_that_of_another_tablespace_is_pointed_out() {
        look(
                group("a", disk("sda", "ext4"), place("outer", "/ts")),
                group("b", disk("sdb", "ext4"), place("inner", "/ts/inner")));

        assertThat(notes).containsExactly("'/ts/inner' of 'inner' is inside the directory of 'outer'");
    }

    @Test
    void a_busy_device_is_told_with_what_others_do_once_for_all_its_tiers() {
        busy.put("/dev/sda", new Busy(1234.4, 55.6, 0.42));
        busy.put("/dev/sdb", new Busy(3, 0, 0.09));

        look(
                group("a", disk("sda", "ext4"), place("one", "/one")),
                group("b", disk("sdb", "ext4"), place("two", "/two")),
                group("c", disk("sda", "ext4"), place("three", "/three")),
                group("d", memory(), place("four", "/four")));

        assertThat(watched).containsExactly("/dev/sda", "/dev/sdb", "tmpfs on /dev/shm");
        assertThat(notes)
                .filteredOn(note -> note.contains("busy"))
                .singleElement()
                .satisfies(note -> assertThat(note)
                        .startsWith("'/dev/sda' is busy: 1,234 reads/s and 56 writes/s of others, 42 % of the time;"));
    }

    private void look(Group... groups) {
        new Surroundings(new WatchedDevices(), new NotedProgress(notes))
                .look(List.of(groups), request(Path.of("/data")));
    }

    private static ProfileRequest request(@Nullable Path dataDirectory) {
        return new ProfileRequest(
                List.of(),
                new Tiers(List.of()),
                Set.of(),
                ProfileRequest.SMALLEST,
                new Effort(false, null),
                null,
                dataDirectory);
    }

    private static Place place(String name, String directory) {
        return new Place(name, true, Path.of(directory), ByteSize.ZERO);
    }

    private static Group group(String tier, Device device, Place... places) {
        return new Group(tier, null, device, List.of(places));
    }

    private final class WatchedDevices implements DeviceLookup {
        @Override
        public Device of(Place place) {
            throw new IllegalStateException("looked at " + place);
        }

        @Override
        public boolean inside(Place place, Path directory) {
            return place.directory().startsWith(directory) && !place.directory().equals(directory);
        }

        @Override
        public @Nullable Busy busy(Device device) {
            watched.add(device.text());
            return busy.get(device.text());
        }
    }
}
