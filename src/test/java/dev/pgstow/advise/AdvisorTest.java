package dev.pgstow.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.pgstow.model.Activity;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DeviceReads;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.WorkloadCounters;
import dev.pgstow.plan.Confidence;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdvisorTest {
    private static final double SLOW = 578e-6;
    private static final double FAST = 30e-6;

    /** One client: 668 TPS, 2.12 reads of 0.59 ms each. */
    private static Shop measuredProducts(double fastMiB) {
        return Shop.products().onTwoTiers(SLOW, 3000, FAST, 1e9, fastMiB).observed(1, 668, 2.12 * 0.59e-3);
    }

    private static AdviseOptions clients(int clients) {
        return new AdviseOptions(clients, 2, Selection.ALL, AdviseOptions.MINIMUM_GAIN, Map.of(), List.of());
    }

    private static List<String> moved(Advice advice) {
        return advice.plan().moves().stream()
                .map(move -> move.relation().name())
                .sorted()
                .toList();
    }

    /** Room for the indexes only. Measured: 668 to 1,126 TPS with 1 client, 1,408 to 3,054 with 16. */
    @ParameterizedTest
    @CsvSource({"1, 1.686", "16, 2.169"})
    void with_room_for_the_indexes_they_move_and_the_measured_ratio_is_in_the_range(int clients, double measured) {
        Advice advice = measuredProducts(200).advice(clients(clients));

        assertThat(moved(advice)).containsExactly("products_gtin", "products_pkey");
        assertThat(advice.plan().prediction().tpsRatio().likely()).isCloseTo(measured, withinPercentage(6));
        assertThat(advice.plan().prediction().tpsRatio().low()).isLessThan(measured);
        assertThat(advice.plan().prediction().tpsRatio().high()).isGreaterThan(measured);
        assertThat(advice.plan().moves()).allSatisfy(move -> {
            assertThat(move.method()).isEqualTo(Method.REINDEX);
            assertThat(move.from()).isEqualTo("pg_default");
            assertThat(move.to()).isEqualTo("ts_fast");
            assertThat(move.oid()).isNotNull();
        });
        assertThat(advice.plan().moves().get(0).reason())
                .isEqualTo("0.85 of 2.12 device reads per transaction, 14x cheaper on fast");
        assertThat(advice.bytesMoved()).isCloseTo(154 / 675d, withinPercentage(0.1));
        assertThat(advice.readsMoved()).isCloseTo(1.14 / 2.12, withinPercentage(0.1));
        assertThat(advice.exact()).isTrue();
        assertThat(advice.bound())
                .isGreaterThanOrEqualTo(advice.plan().prediction().tpsRatio().likely());
        assertThat(advice.stays()).singleElement().satisfies(stay -> {
            assertThat(stay.relation()).isEqualTo(Shop.name("products"));
            assertThat(stay.reason())
                    .isEqualTo(
                            "0.98 of 2.12 device reads per transaction, but 521 MiB is more than the 200 MiB to be had on fast");
        });
    }

    /** Rules by density leave the table out; measured they end at 3,128 TPS, heap and primary key at 10,643. */
    @Test
    void a_large_table_and_one_index_are_better_than_all_indexes_where_they_fit() {
        Shop shop = new Shop()
                .table("heap", 252, 0.955)
                .index("pkey", "heap", 32, 0.695)
                .index("gtin", "heap", 45, 0.288)
                .onTwoTiers(SLOW, 3000, FAST, 1e9, 300)
                .observed(1, 846, 1.938 * 0.48e-3);
        assertThat(moved(shop.advice(clients(16)))).containsExactly("heap", "pkey");
        assertThat(moved(shop.advice(clients(1)))).containsExactly("heap", "pkey");
    }

    /** Measured: everything on it 1,022 TPS, all on slow 1,533, the primary key alone 2,427. */
    @ParameterizedTest
    @CsvSource({"4", "16"})
    void a_capped_fast_tier_gets_only_what_it_can_serve(int clients) {
        Advice advice = new Shop()
                .table("heap", 252, 0.955)
                .index("pkey", "heap", 32, 0.695)
                .index("gtin", "heap", 45, 0.288)
                .onTwoTiers(SLOW, 3000, FAST, 2000, 1000)
                .observed(1, 846, 1.938 * 0.48e-3)
                .advice(clients(clients));
        assertThat(moved(advice)).containsExactly("pkey");
        assertThat(advice.plan().prediction().tpsRatio().likely()).isCloseTo(2427 / 1533d, withinPercentage(8));
    }

    @Test
    void nothing_moves_for_a_gain_inside_the_noise() {
        Shop even = Shop.products().onTwoTiers(500e-6, 1e9, 490e-6, 1e9, 1000).observed(1, 700, 2.12 * 0.51e-3);
        Advice advice = even.advice(clients(1));
        assertThat(advice.plan().moves()).isEmpty();
        assertThat(advice.plan().prediction().tpsRatio().likely()).isEqualTo(1);
        assertThat(advice.stays()).hasSize(3);
    }

    /** Two profiles of one device are never quite the same. */
    @ParameterizedTest
    @CsvSource({"1, 1", "16, 1", "1, 0.85", "16, 0.85", "1, 1.15", "16, 1.15"})
    void nothing_moves_between_two_tiers_on_one_device(int clients, double noise) {
        Shop shop = Shop.products()
                .onTwoTiers(SLOW, 3000, SLOW * noise, 3000 / noise, 2000)
                .onOneDevice()
                .observed(1, 668, 2.12 * 0.59e-3);

        Advice advice = shop.advice(clients(clients));

        assertThat(advice.plan().moves()).isEmpty();
        assertThat(advice.findings())
                .contains("tiers slow and fast are on the same device '/dev/sda' and share its limits");
    }

    @Test
    void a_plan_made_after_the_moves_of_a_plan_is_empty() {
        for (double room : new double[] {70, 200, 600, 2000}) {
            Advice first = measuredProducts(room).advice(clients(4));
            double onFast = first.readsMoved() * 2.12;
            double waits = (2.12 - onFast) * 0.59e-3 + onFast * 0.042e-3;
            Shop after = measuredProducts(room).after(first.plan()).observed(1, 1 / (0.246e-3 + waits), waits);

            Advice second = after.advice(clients(4));

            assertThat(first.plan().moves()).as("room %s", room).isNotEmpty();
            assertThat(second.plan().moves()).as("room %s", room).isEmpty();
        }
    }

    @Test
    void the_order_of_the_input_does_not_matter() {
        Activity activity = measuredProducts(600).activity();
        Advice expected = Advisor.advise(activity, measuredProducts(600).tiers(), clients(4), null);
        for (int seed = 0; seed < 5; seed++) {
            List<RelationActivity> shuffled = new ArrayList<>(activity.relations());
            Collections.shuffle(shuffled, new Random(seed));
            Activity other = activity.with(shuffled);
            assertThat(Advisor.advise(other, measuredProducts(600).tiers(), clients(4), null))
                    .isEqualTo(expected);
        }
    }

    @Test
    void cold_relations_make_room_and_go_first() {
        Shop shop = Shop.products()
                .table("archive", 150, 0)
                .onTwoTiers(SLOW, 3000, FAST, 1e9, 200)
                .lying("archive", "ts_fast")
                .observed(1, 668, 2.12 * 0.59e-3);
        Advice advice = shop.advice(options(List.of(), List.of()));
        assertThat(moved(advice)).containsExactly("archive", "products_gtin", "products_pkey");
        Move archive = advice.plan().moves().stream()
                .filter(move -> move.relation().name().equals("archive"))
                .findFirst()
                .orElseThrow();
        assertThat(archive.to()).isEqualTo("pg_default");
        assertThat(archive.reason()).startsWith("leaves fast to others");
        // 50 MiB are free: neither index fits before the archive has left
        assertThat(advice.plan().moves().get(0)).isEqualTo(archive);
    }

    @Test
    void what_does_not_survive_a_reboot_gets_no_permanent_relation() {
        Shop shop = Shop.products()
                .tier("slow", "pg_default", SLOW, 3000, null, true)
                .tier("ram", "ts_ram", 5e-6, 1e9, 4000.0, false)
                .observed(1, 668, 2.12 * 0.59e-3);
        Advice advice = shop.advice(clients(16));
        assertThat(advice.plan().moves()).isEmpty();
        assertThat(advice.findings())
                .anyMatch(finding ->
                        finding.contains("tier ram does not survive a reboot") && finding.contains("temp_tablespaces"));
        AdviseOptions pinned = options(List.of(new Pin("products_pkey", "ts_ram")), List.of());
        assertThatThrownBy(() -> shop.advice(pinned))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessageContaining("does not survive a reboot");
    }

    @Test
    void extension_members_invalid_indexes_and_system_relations_stay() {
        IndexFacts invalid = new IndexFacts(Shop.name("products"), false, Set.of());
        Advice advice = Shop.products()
                .relation("spatial", RelationKind.TABLE, 5, 3, null, "postgis", Persistence.PERMANENT)
                .relation("broken", RelationKind.INDEX, 5, 3, invalid, null, Persistence.PERMANENT)
                .onTwoTiers(SLOW, 3000, FAST, 1e9, 4000)
                .observed(1, 200, 8.12 * 0.59e-3)
                .advice(clients(4));
        assertThat(moved(advice)).doesNotContain("spatial", "broken").contains("products_pkey");
        assertThat(advice.stays())
                .anyMatch(stay -> stay.relation().name().equals("spatial")
                        && stay.reason().contains("'postgis'"))
                .anyMatch(stay ->
                        stay.relation().name().equals("broken") && stay.reason().startsWith("not valid"));
    }

    @Test
    void pins_excludes_targets_and_capacities_are_kept() {
        Shop shop = measuredProducts(4000);
        assertThat(moved(shop.advice(options(List.of(new Pin("products_p*", null)), List.of("public.products")))))
                .containsExactly("products_gtin");
        assertThat(moved(shop.advice(options(List.of(new Pin("shop.public.products", "ts_fast")), List.of("*_*")))))
                .containsExactly("products");
        assertThatThrownBy(() -> shop.advice(options(List.of(new Pin("*", "ts_none")), List.of())))
                .hasMessageContaining("'ts_none'");
        assertThatThrownBy(() ->
                        measuredProducts(100).advice(options(List.of(new Pin("products", "ts_fast")), List.of())))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SPACE));
        assertThat(moved(shop.advice(
                        new AdviseOptions(16, 2, Selection.ALL, 1.03, Map.of("fast", ByteSize.ofMiB(100)), List.of()))))
                .containsExactly("products_pkey");
        assertThat(moved(shop.advice(options(List.of(), List.of(), Set.of("pg_default")))))
                .isEmpty();
    }

    @Test
    void a_tier_holds_what_its_owner_pins_to_it_and_the_command_line_wins() {
        Shop fast = measuredProducts(4000).pinned("fast", "products");
        assertThat(moved(fast.advice(options(List.of(), List.of("*_*"))))).containsExactly("products");
        assertThat(moved(fast.advice(options(List.of(new Pin("products", null)), List.of("*_*")))))
                .isEmpty();

        Shop nowhere = measuredProducts(4000)
                .tier("spare", "ts_none", 1e-4, 1e5, null, true)
                .pinned("spare", "*")
                .withoutTablespaces("spare");
        assertThatThrownBy(() -> nowhere.advice(options(List.of(), List.of())))
                .hasMessage("tier 'spare' has pins, and no tablespace of this cluster for what they name");

        Shop slow = measuredProducts(4000).pinned("slow", "*");
        assertThat(moved(slow.advice(options(List.of(), List.of())))).isEmpty();
    }

    @Test
    void a_pin_to_what_is_no_target_is_a_contradiction_and_refused() {
        Set<String> slowOnly = Set.of("pg_default");
        Shop shop = measuredProducts(4000);
        assertThatThrownBy(() -> shop.advice(options(List.of(new Pin("products", "ts_fast")), List.of(), slowOnly)))
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.USAGE);
                    assertThat(e.hint()).isEqualTo("Add --target ts_fast, or leave out the one or the other.");
                })
                .hasMessage("'products' is pinned to 'ts_fast', which is not among the tablespaces of --target");

        Shop fast = measuredProducts(4000).pinned("fast", "products*");
        assertThatThrownBy(() -> fast.advice(options(List.of(), List.of(), slowOnly)))
                .isInstanceOfSatisfying(PgstowException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.USAGE);
                    assertThat(e.hint()).startsWith("Add --target ts_fast, give --pin shop.public.products=stay, or");
                })
                .hasMessage(
                        "'shop.public.products' is pinned to tier 'fast', and --target names no tablespace of that");
        assertThat(moved(fast.advice(options(List.of(), List.of(), Set.of("ts_fast")))))
                .contains("products");
    }

    @Test
    void pins_that_need_no_target_do_not_contradict_it() {
        Set<String> slowOnly = Set.of("pg_default");
        Shop fast = measuredProducts(4000).pinned("fast", "*");
        assertThat(moved(fast.advice(options(List.of(new Pin("*", null)), List.of(), slowOnly))))
                .as("the command line wins")
                .isEmpty();
        assertThat(moved(fast.advice(options(List.of(), List.of("*"), slowOnly))))
                .as("what is excluded stays")
                .isEmpty();
        Shop slow = measuredProducts(4000).pinned("slow", "*");
        assertThat(moved(slow.advice(options(List.of(), List.of(), Set.of("ts_fast")))))
                .as("what lies there already stays there")
                .isEmpty();
    }

    private static AdviseOptions options(List<Pin> pins, List<String> excludes, Set<String> targets) {
        return options(new Selection(pins, excludes, targets, false, Duration.ZERO));
    }

    private static AdviseOptions options(List<Pin> pins, List<String> excludes) {
        return options(pins, excludes, Set.of());
    }

    private static AdviseOptions options(Selection selection) {
        return new AdviseOptions(16, 2, selection, 1.03, Map.of(), List.of());
    }

    @Test
    void what_else_lies_on_a_tier_takes_its_room() {
        Advice advice = Shop.products()
                .relation("spatial", RelationKind.TABLE, 120, 0, null, "postgis", Persistence.PERMANENT)
                .onTwoTiers(SLOW, 3000, FAST, 1e9, 200)
                .lying("spatial", "ts_fast")
                .observed(1, 668, 2.12 * 0.59e-3)
                .advice(clients(16));
        assertThat(moved(advice)).containsExactly("products_pkey");
    }

    @Test
    void without_timing_the_same_places_are_chosen_and_the_plan_says_what_is_missing() {
        Advice advice = measuredProducts(200).setting("track_io_timing", "off").advice(clients(16));
        assertThat(moved(advice)).containsExactly("products_gtin", "products_pkey");
        assertThat(advice.findings()).anyMatch(finding -> finding.startsWith("track_io_timing is off"));
    }

    @Test
    void reads_from_the_page_cache_do_not_count_as_device_reads() {
        // 20 us a block where the device takes 578: hardly any of them is the device's
        Advice advice = Shop.products()
                .onTwoTiers(SLOW, 3000, FAST, 1e9, 200)
                .observed(1, 3400, 2.12 * 16e-6)
                .advice(clients(1));
        assertThat(advice.findings()).anyMatch(finding -> finding.contains("page cache served the rest"));
        assertThat(advice.plan().moves()).isEmpty();
    }

    /** Without timing nothing else would tell that most reads are from memory. */
    @Test
    void counted_device_reads_are_believed() {
        Shop shop = measuredProducts(200).setting("track_io_timing", "off");
        Activity some = shop.activity();
        Activity cached = new Activity(
                some.from(),
                some.to(),
                some.observed(),
                some.snapshots(),
                some.cluster(),
                some.settings(),
                some.tablespaces(),
                some.databases(),
                some.relations(),
                some.workload(),
                some.sessions(),
                new DeviceReads(DeviceReads.Source.KCACHE, 0.02, null),
                some.standbys(),
                some.notes());

        Advice advice = Advisor.advise(cached, shop.tiers(), clients(1), null);

        assertThat(advice.plan().moves()).isEmpty();
        assertThat(advice.findings())
                .contains(
                        "as the kernel counts them only about 2 % of the block reads reached a device; the kernel's page"
                                + " cache served the rest");
        assertThat(moved(shop.advice(clients(1)))).isNotEmpty();
    }

    @Test
    void data_that_fits_in_shared_buffers_is_pointed_out() {
        Advice advice = measuredProducts(200).setting("shared_buffers", "8GB").advice(clients(1));
        assertThat(advice.findings()).anyMatch(finding -> finding.contains("fit in shared_buffers (8192 MiB)"));
    }

    @ParameterizedTest
    @CsvSource({"1, 1000000, LOW", "10, 300, LOW", "10, 7200, MEDIUM", "289, 86400, HIGH", "3, 86400, MEDIUM"})
    void confidence_follows_from_interval_and_snapshots(int snapshots, long seconds, Confidence confidence) {
        Advice advice = measuredProducts(200).interval(snapshots, seconds).advice(clients(1));
        assertThat(advice.plan().basis().confidence()).isEqualTo(confidence);
    }

    /** A cold table in the way of the indexes: short counters cannot say that it is cold. */
    @ParameterizedTest
    @CsvSource({"24, true", "25, false", "1440, false"})
    void only_what_was_cold_for_long_enough_makes_room_for_others(int minutes, boolean moves) {
        Advice advice = Shop.products()
                .table("archive", 150, 0)
                .onTwoTiers(SLOW, 3000, FAST, 1e9, 200)
                .lying("archive", "ts_fast")
                // a million transactions: 24 min 57 s
                .observed(1, 668, 2.12 * 0.59e-3)
                .advice(options(new Selection(List.of(), List.of(), Set.of(), false, Duration.ofMinutes(minutes))));
        assertThat(moved(advice).contains("archive")).isEqualTo(moves);
        assertThat(moved(advice).contains("products_gtin")).isEqualTo(moves);
        if (!moves) {
            assertThat(advice.stays())
                    .filteredOn(stay -> stay.relation().name().equals("archive"))
                    .singleElement()
                    .satisfies(stay -> assertThat(stay.reason())
                            .isEqualTo(
                                    "hardly used in the 24m 57s that the counters are of, too short to call it cold"));
        }
    }

    @Test
    void an_interval_without_transactions_is_refused() {
        Activity some = measuredProducts(200).activity();
        Activity none = new Activity(
                some.from(),
                some.to(),
                some.observed(),
                2,
                some.cluster(),
                some.settings(),
                some.tablespaces(),
                some.databases(),
                some.relations(),
                WorkloadCounters.ZERO,
                some.sessions(),
                some.deviceReads(),
                List.of(),
                List.of());
        assertThatThrownBy(() -> Advisor.advise(none, measuredProducts(200).tiers(), clients(1), null))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED));
    }

    @Test
    void a_benchmark_is_used_for_the_load_it_was_made_with() {
        Advice advice = Advisor.advise(
                measuredProducts(200).observed(16, 1408, 11e-3).activity(),
                measuredProducts(200).tiers(),
                clients(0),
                new MeasuredLoad(16, 1408));
        assertThat(advice.plan().basis().clients()).isEqualTo(16);
        assertThat(moved(advice)).containsExactly("products_gtin", "products_pkey");
        assertThat(advice.plan().prediction().tpsRatio().likely()).isCloseTo(2.169, withinPercentage(6));
        assertThat(advice.plan().prediction().limit()).isEqualTo("what tier 'slow' can do");
    }
}
