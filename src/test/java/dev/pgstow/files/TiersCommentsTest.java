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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person wrote into a tiers file stays as it was when the tiers are measured. */
class TiersCommentsTest {
    @TempDir
    private Path directory;

    private Path file = Path.of("tiers.yaml");

    @BeforeEach
    void name_the_file() {
        file = directory.resolve("tiers.yaml");
    }

    @Test
    void comments_order_quoting_and_spacing_stay_and_measured_figures_come() throws IOException {
        Files.writeString(file, """
                # Tiers of the shop. Ask Ada before you change anything.

                pgstow: tiers/1   # do not touch
                tiers:

                  # the small one
                  - name: 'nvme'          # slot 3
                    durable: true

                    capacity: 40GiB       # of 47
                    tablespaces: [ fast ]
                    # as of the data sheet
                    declared: {read_iops: 9000,   # reads
                               write_iops: 3000}  # writes
                    pins: [ 'shop.public.orders*' ]
                    # nothing after this one

                # and the big one
                  - name: volume
                    tablespaces:
                      - pg_default   # all the rest
                      - "more"
                    durable: true
                    declared:
                      # from the console, 2027-01-15
                      read_iops: 3000
                      # read_us: 700
                # that is all
                """);

        rewrite(tier -> tier.name().equals("nvme") ? measured(tier, "/dev/nvme0n1 ext4", 16_000) : tier);

        assertThat(file).hasContent("""
                # Tiers of the shop. Ask Ada before you change anything.

                pgstow: tiers/1   # do not touch
                tiers:

                  # the small one
                  - name: 'nvme'          # slot 3
                    durable: true

                    capacity: 40GiB       # of 47
                    tablespaces: [ fast ]
                    device: "/dev/nvme0n1 ext4"
                    # as of the data sheet
                    declared: {read_iops: 9000,   # reads
                               write_iops: 3000}  # writes
                    pins: [ 'shop.public.orders*' ]
                    # nothing after this one
                    measured:
                      at: "2027-02-03T10:15:30Z"
                      engine: "pgstow 0.1.0"
                      direct_io: true
                      results:
                        - {pattern: "random-read", depth: 1, iops: 16000, mibps: 125, mean_us: 62.5}

                # and the big one
                  - name: volume
                    tablespaces:
                      - pg_default   # all the rest
                      - "more"
                    durable: true
                    declared:
                      # from the console, 2027-01-15
                      read_iops: 3000
                      # read_us: 700
                # that is all
                """);
    }

    @Test
    void only_the_figures_that_changed_are_replaced_within_what_was_measured_before() throws IOException {
        Files.writeString(file, """
                pgstow: tiers/1
                tiers:
                  - name: "a"
                    tablespaces: ["one"]  # the first
                    device: "old"  # a guess
                    durable: true
                    measured:
                      at: "2027-01-01T00:00:00Z"  # by Ada
                      engine: "pgstow 0.1.0"
                      direct_io: true
                      caps:
                        read_iops: 3000  # as declared
                      # what counts
                      results:
                        # quick ones
                        - {pattern: "append", depth: 1, iops: 9, mibps: 9, mean_us: 9}  # meaningless
                        - pattern: random-read
                          depth: 1
                          iops: 10      # so slow
                          mean_us: 100000.0
                    # the end of a
                """);

        rewrite(tier -> measured(tier, "new", 16_000));

        assertThat(file).hasContent("""
                pgstow: tiers/1
                tiers:
                  - name: "a"
                    tablespaces: ["one"]  # the first
                    device: "new"  # a guess
                    durable: true
                    measured:
                      at: "2027-02-03T10:15:30Z"  # by Ada
                      engine: "pgstow 0.1.0"
                      direct_io: true
                      # as declared
                      # what counts
                      results:
                        # quick ones
                        # meaningless
                        - pattern: random-read
                          depth: 1
                          iops: 16000      # so slow
                          mibps: 125
                          mean_us: 62.5
                    # the end of a
                """);
    }

    @Test
    void tablespaces_are_added_and_taken_away_in_the_style_they_were_written_in() throws IOException {
        Files.writeString(file, """
                pgstow: tiers/1
                tiers:
                  - name: "a"
                    tablespaces:
                    - one  # first
                    - two  # second
                    durable: true
                  - {name: b, tablespaces: [three, four], durable: true}  # brief
                  - {name: c, tablespaces: [five], durable: true}
                """);

        rewrite(tier -> switch (tier.name()) {
            case "a" -> tier.withTablespaces(List.of("two", "six"));
            case "b" -> tier.withTablespaces(List.of("three", "four", "one"));
            default -> tier.withTablespaces(List.of());
        });

        assertThat(file).hasContent("""
                pgstow: tiers/1
                tiers:
                  - name: "a"
                    tablespaces:
                    # first
                    - two  # second
                    - "six"
                    durable: true
                  - {name: b, tablespaces: [three, four, "one"], durable: true}  # brief
                  - {name: c, tablespaces: [], durable: true}
                """);
    }

    @Test
    void a_list_that_empties_and_one_that_fills_change_their_style_and_keep_their_comments() throws IOException {
        Files.writeString(file, """
                pgstow: tiers/1
                tiers:
                  - name: "a"
                    tablespaces:  # mine
                      - one  # first
                    durable: true
                    measured:
                      at: "2027-02-03T10:15:30Z"
                      engine: "pgstow 0.1.0"
                      direct_io: true
                      results: []  # none yet
                """);

        rewrite(tier -> measured(tier.withTablespaces(List.of()), "", 16_000));

        assertThat(file).hasContent("""
                pgstow: tiers/1
                tiers:
                  - name: "a"
                    tablespaces: []  # mine
                    # first
                    durable: true
                    measured:
                      at: "2027-02-03T10:15:30Z"
                      engine: "pgstow 0.1.0"
                      direct_io: true
                      results:  # none yet
                        - {pattern: "random-read", depth: 1, iops: 16000, mibps: 125, mean_us: 62.5}
                """);
    }

    @Test
    void a_tier_between_braces_is_measured_between_braces() throws IOException {
        Files.writeString(file, """
                pgstow: tiers/1
                tiers: [
                  {name: a, # the name
                   tablespaces: [one], device: x, durable: true}, # done
                ]
                """);

        rewrite(tier -> measured(tier, "y", 16_000), unlimited("b"));

        assertThat(file).hasContent("""
                pgstow: tiers/1
                tiers: [
                  {name: a, # the name
                   tablespaces: [one], device: "y", durable: true, measured: {at: "2027-02-03T10:15:30Z", engine:\
                 "pgstow 0.1.0", direct_io: true, results: [{pattern: "random-read", depth: 1, iops: 16000, mibps:\
                 125, mean_us: 62.5}]}}, {name: "b", tablespaces: [], device: "", durable: true, reserve: "10%"}, # done
                ]
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiers: []  # none", "tiers: [ ]  # none", "tiers:\n  []  # none"})
    void the_first_tiers_come_where_none_were(String none) throws IOException {
        Files.writeString(file, "# head\npgstow: tiers/1\n" + none + "\n# tail\n");

        TiersFile.write(file, new Tiers(List.of(unlimited("a"))));

        assertThat(Files.readString(file))
                .startsWith("# head\npgstow: tiers/1\ntiers:")
                .contains("# none\n", "\n  - name: \"a\"\n    tablespaces: []\n", "    # capacity: \"40 GiB\"\n")
                .endsWith("# tail\n");
    }

    @Test
    void new_tiers_come_last_with_their_comments_and_take_no_other_tiers_comment() throws IOException {
        Files.writeString(file, """
                pgstow: tiers/1
                tiers:
                - name: a
                  tablespaces: [one]
                  durable: true
                  # declared: {read_iops: 5}
                # - name: gone
                """);

        rewrite(UnaryOperator.identity(), unlimited("b"));

        assertThat(file).hasContent("""
                pgstow: tiers/1
                tiers:
                - name: a
                  tablespaces: [one]
                  durable: true
                  # declared: {read_iops: 5}
                # - name: gone
                - name: "b"
                  tablespaces: []
                  device: ""
                  durable: true
                  # capacity: "40 GiB"
                  reserve: "10%"
                  # price_per_gib_month: 0.10
                  # declared: {read_iops: 3000, write_iops: 3000, total_mibps: 125}
                """);
    }

    @Test
    void a_tier_that_is_gone_leaves_its_comments_and_a_renamed_one_is_another() throws IOException {
        Files.writeString(file, """
                pgstow: tiers/1
                tiers:
                  # first
                  - name: a  # mine
                    tablespaces: [one]
                    durable: true
                  # second
                  - name: b
                    tablespaces: [two]
                    durable: true  # surely
                """);

        TiersFile.write(
                file, new Tiers(TiersFile.read(file).tiers().stream().skip(1).toList()));

        assertThat(file).hasContent("""
                pgstow: tiers/1
                tiers:
                  # first
                  # mine
                  # second
                  - name: b
                    tablespaces: [two]
                    durable: true  # surely
                """);

        TiersFile.write(file, new Tiers(List.of(unlimited("c"))));

        assertThat(TiersFile.read(file).tiers()).containsExactly(unlimited("c"));
        assertThat(Files.readString(file)).contains("# first\n", "# mine\n", "# second\n", "# surely\n");
    }

    @Test
    void keys_that_a_template_comment_stood_for_take_its_place() throws IOException {
        TiersFile.write(file, new Tiers(List.of(unlimited("a"))));
        Files.writeString(file, Files.readString(file).replace("durable: true", "durable: true  # yes"));

        rewrite(tier -> new Tier(
                tier.name(),
                tier.tablespaces(),
                tier.device(),
                true,
                ByteSize.parse("40 GiB"),
                tier.reserve(),
                0.08,
                Declared.of(new Limits(3000d, null, null, null, null, null)),
                List.of(),
                null));

        assertThat(Files.readString(file)).endsWith("""
                    durable: true  # yes
                    capacity: "40 GiB"
                    reserve: "10%"
                    price_per_gib_month: 0.08
                    declared:
                      read_iops: 3000
                """);
    }

    @Test
    void line_breaks_a_byte_order_mark_and_a_missing_last_line_break_stay() throws IOException {
        Files.writeString(
                file,
                "\ufeff# \ud83d\udc18 head\r\npgstow: tiers/1\r\ntiers:\r\n  - name: \"\ud83d\udc18\" # \ud83d\udc18\r\n"
                        + "    tablespaces: [one] # x\r\n    durable: true # y");

        rewrite(tier -> measured(tier, "d", 16_000));

        assertThat(Files.readString(file))
                .startsWith("\ufeff# \ud83d\udc18 head\r\npgstow: tiers/1\r\ntiers:\r\n  - name: \"\ud83d\udc18\" #"
                        + " \ud83d\udc18\r\n    tablespaces: [one] # x\r\n    device: \"d\"\r\n    durable: true # y\r\n"
                        + "    measured:\r\n      at: \"2027")
                .doesNotContainPattern("[^\r]\n")
                .endsWith("mean_us: 62.5}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // a file for programs
                """
                {"pgstow": "tiers/1", "tiers": [{"name": "a", "tablespaces": ["one"], "durable": true}]}
                """,
                // keys that YAML can write in other ways
                """
                ? pgstow
                : tiers/1
                ? tiers
                :
                  - # the first
                    ? name
                    : a
                    # its own
                    tablespaces: [one]
                    durable: true
                """,
                // a comment where a dash is sought, anchors, tags, text over several lines
                """
                --- # a document
                pgstow: tiers/1
                tiers: &all
                  - # apart
                    name: !!str a
                    tablespaces: &ts
                      - one
                    device: >-
                      folded # no comment
                      text
                    durable: true # yes
                ... # the end
                """
            })
    void yaml_that_hardly_anybody_writes_says_the_right_things_and_keeps_its_comments(String text) throws IOException {
        Files.writeString(file, text);
        Tiers wanted = new Tiers(List.of(measured(TiersFile.read(file).tiers().get(0), "y", 16_000), unlimited("b")));
        List<String> comments = comments(text);

        TiersFile.write(file, wanted);

        assertThat(TiersFile.read(file)).isEqualTo(wanted);
        assertThat(comments(Files.readString(file))).containsAll(comments);
        assertWrittenTwiceIsTheSame(wanted);
    }

    @Test
    void comments_without_a_place_come_last() throws IOException {
        Files.writeString(file, """
                pgstow: tiers/1
                tiers:
                  - {name: a, tablespaces: [one, # the first
                      two], durable: true} # of a
                  - {name: b, tablespaces: [three, # the third
                      four,
                      five], durable: true} # of b""");

        rewrite(tier -> tier.withTablespaces(
                tier.tablespaces().stream().skip(2).limit(1).toList()));

        assertThat(file).hasContent("""
                pgstow: tiers/1
                tiers:
                  - {name: a, tablespaces: [], durable: true} # of a
                  - {name: b, tablespaces: [ # the third
                      five], durable: true} # of b
                # Comments on what is no longer here:
                # the first
                """);
    }

    @Test
    void tiers_in_another_order_are_written_afresh() throws IOException {
        Files.writeString(file, """
                # head
                pgstow: tiers/1
                tiers:
                  - {name: b, tablespaces: [], durable: true} # of b
                  - {name: a, tablespaces: [], durable: true} # of a
                """);

        TiersFile.write(file, new Tiers(List.of(unlimited("a"), unlimited("b"))));

        assertThat(TiersFile.read(file).tiers()).containsExactly(unlimited("a"), unlimited("b"));
        assertThat(Files.readString(file)).startsWith("# head\n").endsWith("# of b\n# of a\n");
    }

    @Test
    void a_file_that_holds_no_tiers_is_not_replaced() throws IOException {
        Files.writeString(file, "pgstow: tiers/1\ntiers:\n  - name: [half");

        assertThatThrownBy(() -> TiersFile.write(file, new Tiers(List.of(unlimited("a")))))
                .isInstanceOf(PgstowException.class)
                .hasMessageStartingWith(file + ":");
        assertThat(file).hasContent("pgstow: tiers/1\ntiers:\n  - name: [half");
    }

    @Test
    void a_file_that_nobody_touched_is_what_a_new_one_would_be() throws IOException {
        Path fresh = directory.resolve("fresh.yaml");
        Random random = new Random(20270203);
        for (int i = 0; i < 30; i++) {
            Tiers next = tiers(random);
            TiersFile.write(file, next);
            Files.deleteIfExists(fresh);
            TiersFile.write(fresh, next);
            assertThat(file).hasSameTextualContentAs(fresh);
        }
    }

    @Test
    void every_comment_survives_any_measurement() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            Random random = new Random(seed);
            Files.deleteIfExists(file);
            TiersFile.write(file, tiers(random));
            List<String> lines =
                    new ArrayList<>(Arrays.asList(Files.readString(file).split("\n")));
            List<String> comments = new ArrayList<>();
            for (int i = lines.size(); i > 0; i--) {
                comment(random, lines, i, comments);
            }
            String commented = String.join("\n", lines) + (random.nextBoolean() ? "\n" : "");
            Files.writeString(file, commented);
            Tiers old = TiersFile.read(file);
            TiersFile.write(file, old);
            assertThat(file).as("seed %d, nothing new", seed).hasContent(commented);
            Tiers wanted = tiers(random);

            TiersFile.write(file, wanted);

            String text = Files.readString(file);
            assertThat(TiersText.of(TiersFile.read(file))).as("seed %d", seed).isEqualTo(TiersText.of(wanted));
            assertThat(comments(text)).as("seed %d", seed).containsAll(comments);
            assertThat(text).as("seed %d: merged, not written afresh", seed).doesNotContain("no longer here");
            assertWrittenTwiceIsTheSame(wanted);
        }
    }

    /** A comment between two lines at some depth, or at the end of a line. */
    private static void comment(Random random, List<String> lines, int at, List<String> comments) {
        String text = "# comment " + comments.size() + ": {\"'#[,";
        int kind = random.nextInt(6);
        if (kind == 0) {
            lines.add(at, " ".repeat(2 * random.nextInt(6)) + text);
        } else if (kind == 1 && !lines.get(at - 1).contains("#")) {
            lines.set(at - 1, lines.get(at - 1) + "  " + text);
        } else if (kind == 2) {
            lines.add(at, "");
            return;
        } else {
            return;
        }
        comments.add(text);
    }

    private void assertWrittenTwiceIsTheSame(Tiers tiers) throws IOException {
        String once = Files.readString(file);
        TiersFile.write(file, tiers);
        assertThat(Files.readString(file)).isEqualTo(once);
    }

    /** Writes the file's own tiers, changed, and more. */
    private void rewrite(UnaryOperator<Tier> change, Tier... more) throws IOException {
        Tiers tiers =
                new Tiers(Stream.concat(TiersFile.read(file).tiers().stream().map(change), Stream.of(more))
                        .toList());
        TiersFile.write(file, tiers);
        assertThat(TiersText.of(TiersFile.read(file))).isEqualTo(TiersText.of(tiers));
        assertWrittenTwiceIsTheSame(tiers);
    }

    private static List<String> comments(String text) {
        return text.lines()
                .filter(line -> line.contains("# ") && !line.contains("# no comment"))
                .map(line -> line.substring(line.indexOf("# ")))
                .toList();
    }

    private static Tier unlimited(String name) {
        return new Tier(name, List.of(), "", true, null, Reserve.DEFAULT, null, Declared.NONE, List.of(), null);
    }

    private static Tier measured(Tier tier, String device, double reads) {
        Tier other = new Tier(
                tier.name(),
                tier.tablespaces(),
                device,
                tier.durable(),
                tier.capacity(),
                tier.reserve(),
                tier.pricePerGibMonth(),
                tier.declared(),
                tier.pins(),
                null);
        return other.withProfile(new Profile(
                Instant.parse("2027-02-03T10:15:30Z"),
                "pgstow 0.1.0",
                true,
                List.of(),
                Limits.NONE,
                List.of(),
                null,
                List.of(PatternResult.of(
                        AccessPattern.RANDOM_READ, 1, reads, new RequestLatency(1 / reads, null, null, null, null)))));
    }

    /** Tiers a, b and perhaps c, as a profile of this or another day would find them. */
    private static Tiers tiers(Random random) {
        List<Tier> tiers = new ArrayList<>();
        for (String name : List.of("a", "b", "c").subList(0, 2 + random.nextInt(2))) {
            tiers.add(new Tier(
                    name,
                    Stream.of(name + "1", name + "2", name + "3")
                            .filter(each -> random.nextBoolean())
                            .toList(),
                    random.nextBoolean() ? "" : "/dev/sd" + random.nextInt(3),
                    random.nextBoolean(),
                    random.nextBoolean() ? null : new ByteSize(random.nextInt(1 << 30)),
                    Reserve.DEFAULT,
                    random.nextBoolean() ? null : (Double) (double) (1 + random.nextInt(9)),
                    random.nextBoolean()
                            ? Declared.NONE
                            : Declared.of(new Limits(some(random), some(random), null, null, null, some(random))),
                    random.nextBoolean() ? List.of() : List.of("x*"),
                    random.nextInt(4) == 0 ? null : profile(random)));
        }
        return new Tiers(tiers);
    }

    private static @Nullable Double some(Random random) {
        return random.nextBoolean() ? null : (Double) (double) (1 + random.nextInt(5000));
    }

    private static Profile profile(Random random) {
        List<PatternResult> results = new ArrayList<>();
        for (AccessPattern pattern : AccessPattern.values()) {
            if (random.nextInt(3) == 0) {
                results.add(new PatternResult(
                        pattern,
                        1 + random.nextInt(2),
                        random.nextBoolean() ? Duration.ZERO : Duration.ofNanos(200_000),
                        1 + random.nextInt(90_000),
                        new RequestLatency(random.nextInt(900) * 1e-6, null, some(random), null, null),
                        new Course(random.nextBoolean() ? null : (Boolean) random.nextBoolean(), some(random)),
                        random.nextBoolean() ? null : (Double) 2e-6,
                        LimitedBy.values()[random.nextInt(LimitedBy.values().length)]));
            }
        }
        return new Profile(
                Instant.parse("2027-02-03T10:15:30Z").plusSeconds(random.nextInt(1000)),
                "pgstow 0.1." + random.nextInt(3),
                random.nextBoolean(),
                random.nextBoolean() ? List.of() : List.of("a doubt"),
                new Limits(some(random), null, null, some(random), null, null),
                random.nextBoolean() ? List.of() : List.of(new Neighbour("a", 0.5), new Neighbour("b", 0.25)),
                random.nextBoolean() ? null : environment(random),
                results);
    }

    private static Environment environment(Random random) {
        return new Environment(
                "Linux 6." + random.nextInt(3),
                2,
                ByteSize.parse("8 GiB"),
                "ext4",
                "rw",
                List.of("/dev/sda"),
                random.nextBoolean() ? null : "18.6",
                new TreeMap<>(random.nextBoolean() ? Map.of() : Map.of("shared_buffers", "16MB")));
    }
}
