package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Course;
import dev.pgstow.model.Declared;
import dev.pgstow.model.Environment;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.Limits;
import dev.pgstow.model.Neighbour;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Profile;
import dev.pgstow.model.RequestLatency;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.yaml.snakeyaml.Yaml;

class TiersFileTest {
    @TempDir
    private Path directory;

    @Test
    void what_was_written_is_read_back() {
        Tiers tiers = new Tiers(List.of(measured(), described(), unlimited()));
        Path file = directory.resolve("tiers.yaml");

        TiersFile.write(file, tiers);

        assertThat(TiersFile.read(file))
                .usingRecursiveComparison()
                .withComparatorForType((a, b) -> Math.abs(a - b) <= 1e-12 * Math.abs(a) ? 0 : 1, Double.class)
                .isEqualTo(tiers);
    }

    @Test
    void the_same_tiers_give_the_same_text() throws IOException {
        Path first = directory.resolve("first.yaml");
        Path second = directory.resolve("second.yaml");
        TiersFile.write(first, new Tiers(List.of(measured(), described())));

        TiersFile.write(second, TiersFile.read(first));

        assertThat(second).hasSameTextualContentAs(first);
        try (var files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("first.yaml", "second.yaml");
        }
    }

    @Test
    void both_versions_of_yaml_read_the_same_strings() throws IOException {
        List<String> names = List.of(
                "no",
                "on",
                "y",
                "~",
                "null",
                "1e3",
                "0x10",
                "0o17",
                "12:30:45",
                "2027-01-01",
                ".inf",
                "=",
                "<<",
                " a ",
                "a: b # c",
                "tab\tnewline\n",
                "quote\"back\\slash",
                "\u0085\u2028\ufeff",
                "\ud83d\udc18",
                "käse");
        Path file = directory.resolve("tiers.yaml");
        TiersFile.write(
                file,
                new Tiers(List.of(new Tier(
                        "yes", names, "off", true, null, Reserve.DEFAULT, null, Declared.NONE, List.of(), null))));
        String text = Files.readString(file);

        assertThat(TiersFile.read(file).tiers().get(0).tablespaces()).isEqualTo(names);
        assertThat(firstTier(new Yaml().load(text)))
                .containsEntry("name", "yes")
                .containsEntry("tablespaces", names)
                .containsEntry("device", "off")
                .containsEntry("durable", true);
        assertThat(firstTier(new Load(LoadSettings.builder().build()).loadFromString(text)))
                .containsEntry("name", "yes")
                .containsEntry("tablespaces", names)
                .containsEntry("durable", true);
    }

    @Test
    void all_problems_show_at_once_with_their_lines() throws IOException {
        Path file = write("""
                pgstow: tiers/1
                tiers:
                  - name: "a"
                    tablespaces: ["pg_default", "one"]
                    durable: true
                    capacity: "plenty"
                  - name: "a"
                    tablespaces: ["one"]
                    device: "tmpfs on /dev/shm"
                    durable: true
                    reserve: "100%"
                    colour: "blue"
                    measured:
                      at: "yesterday"
                      engine: "pgstow 0"
                      direct_io: true
                      results:
                        - {pattern: "append", depth: 1, iops: 9, mibps: 9, mean_us: 9, p50_us: 9, p95_us: 9, p99_us: 9}
                        - {pattern: "append", depth: 1, iops: 8, mibps: 9, mean_us: 9, p50_us: 9, p95_us: 9, p99_us: 9}
                """);

        assertThatThrownBy(() -> TiersFile.read(file))
                .isInstanceOf(PgstowException.class)
                .hasMessage(String.join(
                        "\n  ",
                        "8 problems in '" + file + "':",
                        file + ":6: 'plenty' is not a size such as 40 GiB",
                        file + ":7: two tiers are named 'a'",
                        file + ":8: tablespace 'one' is twice in tier 'a'",
                        file + ":10: tier 'a' is on 'tmpfs on /dev/shm', memory, and cannot be durable",
                        file + ":11: '100%' is not a size such as 40 GiB",
                        file + ":12: tiers/1: unknown key 'colour'",
                        file + ":14: 'yesterday' is not an instant such as 2027-02-03T10:15:30Z",
                        file + ":19: two results for append at depth 1"));
    }

    @Test
    void a_tablespace_belongs_to_one_tier() throws IOException {
        Path file = write("""
                pgstow: tiers/1
                tiers:
                  - {name: "a", tablespaces: ["one", "one"], durable: true}
                  - {name: "b", tablespaces: ["one"], durable: true}
                """);

        assertThatThrownBy(() -> TiersFile.read(file))
                .hasMessageContaining("3: tablespace 'one' is twice in tier 'a'")
                .hasMessageContaining("4: tablespace 'one' is in tier 'b' and in tier 'a'");
    }

    @Test
    void memory_is_durable_only_as_a_stand_in() throws IOException {
        Path file = write("""
                pgstow: tiers/1
                tiers:
                  - {name: "a", tablespaces: ["one"], device: "tmpfs (stand-in)", durable: true}
                """);

        assertThat(TiersFile.read(file).tiers()).extracting(Tier::durable).containsExactly(true);
    }

    @Test
    void numbers_that_are_none_are_refused() throws IOException {
        Path file = write("""
                pgstow: tiers/1
                tiers:
                  - {name: "a", tablespaces: [], durable: true, price_per_gib_month: .nan, declared: {read_iops: .inf}}
                  - {name: "b", tablespaces: [], durable: "yes", declared: {read_iops: 0}}
                """);

        assertThatThrownBy(() -> TiersFile.read(file))
                .hasMessageStartingWith("4 problems")
                .hasMessageContaining("price_per_gib_month")
                .hasMessageContaining("/0/declared/read_iops")
                .hasMessageContaining("durable: 'yes' must be a boolean")
                .hasMessageContaining("/1/declared/read_iops");
    }

    @Test
    void a_file_that_cannot_be_written_is_said_so() {
        assertThatThrownBy(() -> TiersFile.write(directory.resolve("no/such/tiers.yaml"), new Tiers(List.of())))
                .isInstanceOf(PgstowException.class)
                .hasMessageStartingWith("cannot write '");
    }

    @Test
    void a_link_stays_a_link_to_the_file_that_is_written() throws IOException {
        Path real = directory.resolve("real.yaml");
        Path link = directory.resolve("link.yaml");
        TiersFile.write(real, new Tiers(List.of()));
        Files.createSymbolicLink(link, real.getFileName());

        TiersFile.write(link, new Tiers(List.of(described())));

        assertThat(link).isSymbolicLink();
        assertThat(TiersFile.read(real).tiers()).hasSize(1);
    }

    @Test
    void a_directory_is_no_file() {
        assertThatThrownBy(() -> TiersFile.checkWritable(directory))
                .hasMessage("cannot write '" + directory + "': it is a directory");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("tiers.yaml"), text);
    }

    private static Map<Object, Object> firstTier(Object document) {
        return new HashMap<>((Map<?, ?>) ((List<?>) ((Map<?, ?>) document).get("tiers")).get(0));
    }

    private static Tier measured() {
        return new Tier(
                "local-nvme",
                List.of("fast_local_1"),
                "/dev/nvme0n1 ext4",
                true,
                new ByteSize(40L << 30),
                Reserve.parse("12.5%"),
                0.08,
                new Declared(
                        new Limits(25000d, null, 30000.5, 125d * (1 << 20), null, null),
                        null,
                        500e-6,
                        null,
                        new Declared.Burst(60000d, null, Duration.ofMinutes(30)),
                        "https://example.org/volumes, 2027-01-15"),
                List.of("shop.public.orders*"),
                new Profile(
                        Instant.parse("2027-02-03T10:15:30Z"),
                        "pgstow 0.1.0",
                        true,
                        List.of("30 MiB were read of a disk that saw 3"),
                        new Limits(3001d, null, null, 199.5 * (1 << 20), null, null),
                        List.of(new Neighbour("volume", 0.9875)),
                        new Environment(
                                "Linux 6.1.0",
                                2,
                                ByteSize.parse("8 GiB"),
                                "ext4",
                                "rw,relatime",
                                List.of("/dev/mapper/vg-data, LVM", "/dev/nvme0n1"),
                                "18.6",
                                new TreeMap<>(Map.of("shared_buffers", "16MB"))),
                        List.of(
                                new PatternResult(
                                        AccessPattern.RANDOM_READ,
                                        1,
                                        Duration.ofNanos(200_000),
                                        20120,
                                        new RequestLatency(49.2e-6, 48e-6, 61e-6, 90.25e-6, 120e-6),
                                        new Course(true, null),
                                        3.25e-6,
                                        LimitedBy.PACE),
                                new PatternResult(
                                        AccessPattern.SYNC_WRITE,
                                        1,
                                        Duration.ZERO,
                                        812.4,
                                        new RequestLatency(1231e-6, null, null, 2500e-6, null),
                                        new Course(false, 1600d),
                                        null,
                                        LimitedBy.UNKNOWN))));
    }

    private static Tier described() {
        return new Tier(
                "volume",
                List.of("pg_default", "more"),
                "",
                false,
                new ByteSize(123_456_789),
                Reserve.parse("5 GiB"),
                null,
                Declared.NONE,
                List.of(),
                null);
    }

    private static Tier unlimited() {
        return new Tier("archive", List.of(), "", true, null, Reserve.DEFAULT, null, Declared.NONE, List.of(), null);
    }
}
