package dev.pgstow.profile;

import static dev.pgstow.profile.FakeDevices.disk;
import static dev.pgstow.profile.FakeDevices.lent;
import static dev.pgstow.profile.FakeDevices.memory;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Course;
import dev.pgstow.model.Declared;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RequestLatency;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProfilerTest {
    private static final ByteSize GIB = new ByteSize(1L << 30);
    private static final Tiers NONE = new Tiers(List.of());

    private final Map<Path, Device> devices = new HashMap<>();
    private final List<String> events = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    @Test
    void tablespaces_on_one_device_become_one_tier() {
        Tiers tiers = profile(
                NONE,
                tablespace("pg_default", disk("sda", "ext4"), 3),
                tablespace("fast", disk("nvme0n1", "xfs"), 1),
                tablespace("more", disk("sda", "ext4"), 2));

        assertThat(tiers.tiers()).extracting(Tier::name).containsExactly("sda-ext4", "nvme0n1-xfs");
        Tier slow = tiers.tiers().get(0);
        assertThat(slow.tablespaces()).containsExactly("pg_default", "more");
        assertThat(slow.device()).isEqualTo("/dev/sda");
        assertThat(slow.durable()).isTrue();
        assertThat(slow.capacity()).isEqualTo(new ByteSize(105 * GIB.bytes()));
        assertThat(slow.reserve()).isEqualTo(Reserve.DEFAULT);
        assertThat(slow.profile()).isNotNull();
        assertThat(slow.profile().measuredAt()).isEqualTo(Instant.parse("2027-02-03T10:15:30Z"));
        assertThat(slow.profile().engine()).isEqualTo("pgstow test");
        assertThat(slow.profile().results())
                .hasSize(Step.all(false).stream()
                        .mapToInt(step -> step.patterns().size())
                        .sum());
    }

    @Test
    void all_are_checked_before_the_first_is_measured_and_each_is_closed_before_the_next() {
        profile(NONE, tablespace("a", disk("sda", "ext4"), 0), tablespace("b", disk("sdb", "ext4"), 0));

        assertThat(events)
                .startsWith("check /a", "check /b", "open /a", "close /a", "open /b", "close /b")
                .endsWith("open /a", "open /b", "close /b", "close /a"); // both at once, at last
    }

    @Test
    void a_failure_closes_the_test_file() {
        assertThatThrownBy(() -> profile(NONE, tablespace("broken", disk("sda", "ext4"), 0)))
                .hasMessage("Input/output error");
        assertThat(events).containsExactly("check /broken", "open /broken", "close /broken");
    }

    @Test
    void what_a_person_wrote_is_kept_and_what_was_measured_is_new() {
        Declared declared = Declared.of(new Limits(3000d, null, null, null, null, null));
        Tier known = new Tier(
                "volume",
                List.of("pg_default"),
                "/dev/old",
                false,
                GIB,
                Reserve.parse("20%"),
                0.10,
                declared,
                List.of("shop.*"),
                null);

        Tier tier = profile(new Tiers(List.of(known)), tablespace("pg_default", disk("sda", "ext4"), 0))
                .tiers()
                .get(0);

        assertThat(tier)
                .usingRecursiveComparison()
                .ignoringFields("device", "profile")
                .isEqualTo(known);
        assertThat(tier.device()).isEqualTo("/dev/sda");
        assertThat(tier.profile()).isNotNull();
    }

    @Test
    void a_new_tablespace_joins_the_tier_on_its_device() {
        Tiers known = new Tiers(List.of(described("volume", "old", "gone")));

        Tiers tiers =
                profile(known, tablespace("new", disk("sda", "ext4"), 0), tablespace("old", disk("sda", "ext4"), 0));

        assertThat(tiers.tiers()).hasSize(1);
        assertThat(tiers.tiers().get(0).name()).isEqualTo("volume");
        assertThat(tiers.tiers().get(0).tablespaces()).containsExactly("old", "gone", "new");
    }

    @Test
    void two_tiers_that_a_person_made_on_one_device_stay_two() {
        Tiers known = new Tiers(List.of(described("left", "a"), described("right", "b")));

        Tiers tiers = profile(known, tablespace("a", disk("sda", "ext4"), 0), tablespace("b", disk("sda", "ext4"), 0));

        assertThat(tiers.tiers()).extracting(Tier::name).containsExactly("left", "right");
        assertThat(tiers.tiers()).extracting(Tier::device).containsOnly("/dev/sda");
        assertThat(notes)
                .containsExactly(
                        "tiers 'left', 'right' are on one device, '/dev/sda', and share its limits: moving between"
                                + " them makes nothing faster");
    }

    @Test
    void a_tablespace_that_went_to_another_device_leaves_its_tier() {
        Tiers known = new Tiers(List.of(described("volume", "a", "b")));

        Tiers tiers = profile(known, tablespace("a", disk("sda", "ext4"), 0), tablespace("b", disk("sdb", "ext4"), 0));

        assertThat(tiers.tiers()).extracting(Tier::name).containsExactly("volume", "sdb-ext4");
        assertThat(tiers.tiers()).extracting(Tier::tablespaces).containsExactly(List.of("a"), List.of("b"));
        assertThat(notes)
                .containsExactly("tablespace 'b' is on '/dev/sdb' and leaves tier 'volume', which is on '/dev/sda'");
    }

    @Test
    void a_tier_that_was_not_measured_stays_as_it_is() {
        Tier other = described("other", "c");

        Tiers tiers = profile(new Tiers(List.of(other)), tablespace("a", disk("sda", "ext4"), 0));

        assertThat(tiers.tiers()).hasSize(2).startsWith(other);
    }

    @Test
    void a_new_name_differs_from_all_others() {
        Tiers known = new Tiers(List.of(described("sda-ext4", "elsewhere")));

        Tiers tiers = profile(known, tablespace("a", disk("sda", "ext4"), 0));

        assertThat(tiers.tiers()).extracting(Tier::name).containsExactly("sda-ext4", "sda-ext4-2");
    }

    @Test
    void a_directory_is_measured_as_the_tier_that_it_was_called() {
        Place place = new Place("quick", false, path("quick", disk("sda", "ext4")), ByteSize.ZERO);

        Tiers tiers = profile(NONE, place);

        assertThat(tiers.tiers()).extracting(Tier::name).containsExactly("quick");
        assertThat(tiers.tiers().get(0).tablespaces()).isEmpty();
    }

    @Test
    void a_directory_on_another_device_is_another_tier() {
        Tiers known = new Tiers(List.of(described("volume", "a")));
        Place place = new Place("volume", false, path("other", disk("sdb", "ext4")), ByteSize.ZERO);

        assertThatThrownBy(() -> profile(known, tablespace("a", disk("sda", "ext4"), 0), place))
                .hasMessage("'/other' is on '/dev/sdb' and tier 'volume' on '/dev/sda'");
        assertThat(events).isEmpty();
    }

    @Test
    void memory_is_not_durable_whatever_the_file_says() {
        Tiers known = new Tiers(List.of(described("quick", "a")));

        Tiers tiers = profile(known, tablespace("a", memory(), 0), tablespace("b", memory(), 0));

        assertThat(tiers.tiers()).extracting(Tier::durable).containsExactly(false);
        assertThat(notes)
                .containsExactly(
                        "tablespaces 'a', 'b' are on one device, 'tmpfs on /dev/shm': moving between them makes nothing faster",
                        "tier 'quick' on 'tmpfs on /dev/shm' does not survive a reboot (memory): no permanent relation will be"
                                + " placed there");
    }

    @Test
    void a_disk_that_a_cloud_lends_is_not_durable_unless_a_person_says_so() {
        Tiers fresh = profile(NONE, tablespace("a", lent(), 0));

        assertThat(fresh.tiers()).extracting(Tier::durable).containsExactly(false);
        assertThat(notes)
                .containsExactly(
                        "tier 'nvme1n1-xfs' on '/dev/nvme1n1' does not survive a reboot (an instance store, empty"
                                + " after a stop): no permanent relation will be placed there");
        notes.clear();

        Tiers told = profile(new Tiers(List.of(described("quick", "a"))), tablespace("a", lent(), 0));

        assertThat(told.tiers()).extracting(Tier::durable).containsExactly(true);
        assertThat(notes)
                .containsExactly(
                        "tier 'quick' is called durable in the tiers file, and so it stays; but '/dev/nvme1n1' is an"
                                + " instance store, empty after a stop");
    }

    @Test
    void memory_may_stand_in_for_a_disk_when_that_is_asked_for_by_name() {
        Tiers tiers = profile(request(Set.of("a"), NONE, tablespace("a", memory(), 0)));

        assertThat(tiers.tiers()).extracting(Tier::durable).containsExactly(true);
        assertThat(tiers.tiers()).extracting(Tier::device).containsExactly(Durability.STAND_IN);
    }

    @Test
    void a_stand_in_ends_with_the_option() {
        Tiers standing = profile(request(Set.of("a"), NONE, tablespace("a", memory(), 0)));

        Tiers tiers = profile(standing, tablespace("a", memory(), 0));

        assertThat(tiers.tiers()).extracting(Tier::durable).containsExactly(false);
        assertThat(tiers.tiers()).extracting(Tier::device).containsExactly("tmpfs on /dev/shm");
    }

    @Test
    void a_disk_needs_no_stand_in() {
        assertThatThrownBy(() -> profile(request(Set.of("a"), NONE, tablespace("a", disk("sda", "ext4"), 0))))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessage("'a' is on '/dev/sda', which is not memory");
        assertThat(events).isEmpty();
    }

    @Test
    void a_stand_in_must_be_one_of_those_measured() {
        assertThatThrownBy(() -> profile(request(Set.of("x"), NONE, tablespace("a", memory(), 0))))
                .hasMessage("no tier or tablespace 'x' to stand in");
    }

    @Test
    void figures_of_the_page_cache_are_called_so() {
        Tiers tiers = profile(NONE, tablespace("cached", disk("sda", "ext4"), 0));

        assertThat(tiers.tiers().get(0).profile().directIo()).isFalse();
        assertThat(notes).containsExactly("'/cached' takes no direct I/O: the page cache is part of the figures");
    }

    private Tiers profile(Tiers known, Place... places) {
        return profile(request(Set.of(), known, places));
    }

    private Tiers profile(ProfileRequest request) {
        return profiler().measure(request).into(request.known());
    }

    private Profiler profiler() {
        Clock clock = Clock.fixed(Instant.parse("2027-02-03T10:15:30.5Z"), ZoneOffset.UTC);
        return new Profiler(place -> devices.get(place.directory()), new FakeProbe(), clock, new NotedProgress(notes));
    }

    private static ProfileRequest request(Set<String> standIns, Tiers known, Place... places) {
        return new ProfileRequest(
                List.of(places),
                known,
                standIns,
                new ByteSize(16L << 20),
                new Effort(false, Duration.ofMillis(100)),
                null,
                null);
    }

    @Test
    void what_a_person_edits_meanwhile_is_kept() {
        Tiers before = new Tiers(List.of(described("volume", "a"), described("spare")));
        TierMerge found = profiler().measure(request(Set.of(), before, tablespace("a", disk("sda", "ext4"), 0)));
        Tier edited = described("volume", "a").withPrice(0.25);

        Tiers tiers = found.into(new Tiers(List.of(described("added", "c"), edited)));

        assertThat(tiers.tiers()).extracting(Tier::name).containsExactly("added", "volume");
        assertThat(tiers.tiers().get(1).pricePerGibMonth()).isEqualTo(0.25);
        assertThat(tiers.tiers().get(1).device()).isEqualTo("/dev/sda");
        assertThat(tiers.tiers().get(1).profile()).isNotNull();
    }

    @Test
    void a_tier_that_is_renamed_meanwhile_is_known_by_its_tablespaces() {
        Tiers before = new Tiers(List.of(described("volume", "a")));
        TierMerge found = profiler().measure(request(Set.of(), before, tablespace("a", disk("sda", "ext4"), 0)));

        Tiers tiers = found.into(new Tiers(List.of(described("bulk", "a"))));

        assertThat(tiers.tiers()).extracting(Tier::name).containsExactly("bulk");
        assertThat(tiers.tiers().get(0).profile()).isNotNull();
    }

    @Test
    void a_tablespace_that_is_put_elsewhere_meanwhile_stays_there() {
        Tiers before = new Tiers(List.of(described("volume", "a", "b"), described("other", "c")));
        TierMerge found = profiler()
                .measure(request(
                        Set.of(),
                        before,
                        tablespace("a", disk("sda", "ext4"), 0),
                        tablespace("b", disk("sda", "ext4"), 0)));

        Tiers tiers = found.into(new Tiers(List.of(described("volume", "a"), described("other", "c", "b"))));

        assertThat(tiers.tiers()).extracting(Tier::tablespaces).containsExactly(List.of("a"), List.of("c", "b"));
    }

    @Test
    void a_tier_that_is_taken_out_meanwhile_comes_back_with_its_figures() {
        Tiers before = new Tiers(List.of(described("volume", "a", "b")));
        TierMerge found = profiler().measure(request(Set.of(), before, tablespace("a", disk("sda", "ext4"), 0)));

        Tiers tiers = found.into(new Tiers(List.of(described("other", "b"))));

        assertThat(tiers.tiers()).extracting(Tier::name).containsExactly("other", "volume");
        assertThat(tiers.tiers()).extracting(Tier::tablespaces).containsExactly(List.of("b"), List.of("a"));
        assertThat(tiers.tiers().get(1).profile()).isNotNull();
    }

    private static Tier described(String name, String... tablespaces) {
        return new Tier(
                name, List.of(tablespaces), "", true, GIB, Reserve.DEFAULT, null, Declared.NONE, List.of(), null);
    }

    private Place tablespace(String name, Device device, int usedGib) {
        return new Place(name, true, path(name, device), GIB.times(usedGib));
    }

    private Path path(String name, Device device) {
        Path path = Path.of("/" + name);
        devices.put(path, device);
        return path;
    }

    private final class FakeProbe implements DeviceProbe {
        @Override
        public String engine() {
            return "pgstow test";
        }

        @Override
        public void check(Place place, ByteSize size) {
            events.add("check " + place.directory());
        }

        @Override
        public Session open(Place place, ByteSize size) {
            events.add("open " + place.directory());
            return new FakeSession(place.directory());
        }
    }

    private final class FakeSession implements DeviceProbe.Session {
        private final Path directory;

        private FakeSession(Path directory) {
            this.directory = directory;
        }

        @Override
        public boolean directIo() {
            return !directory.endsWith("cached");
        }

        @Override
        public List<String> notes() {
            return directIo()
                    ? List.of()
                    : List.of("'" + directory + "' takes no direct I/O: the page cache is part of the figures");
        }

        @Override
        public List<PatternResult> measure(Step step, TimeLimit time) {
            if (directory.endsWith("broken") && step.depth() > 1) {
                throw new PgstowException(ErrorCode.UNSUPPORTED, "Input/output error", "");
            }
            return step.patterns().stream()
                    .map(pattern -> new PatternResult(
                            pattern,
                            step.depth(),
                            step.pause(),
                            1000,
                            RequestLatency.ofMean(0.001),
                            Course.STEADY,
                            null,
                            LimitedBy.LATENCY))
                    .toList();
        }

        @Override
        public void close() {
            events.add("close " + directory);
        }
    }
}
