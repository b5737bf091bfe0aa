package dev.pgstow.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.Activity;
import dev.pgstow.model.Counters;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActivityBuilderTest {
    private final ActivityBuilder builder = new ActivityBuilder();

    @Test
    void a_reset_in_the_middle_costs_the_interval_it_lies_in_and_no_more() {
        add(Snapshots.at(0).table("a", 1, 100).commits(100));
        add(Snapshots.at(60).table("a", 1, 160).commits(130));
        // pg_stat_reset() at 70: five blocks since
        add(Snapshots.at(120).table("a", 1, 5).commits(3).databaseReset(70));
        add(Snapshots.at(180).table("a", 1, 25).commits(13).databaseReset(70));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 80");
        assertThat(activity.workload().commits()).isEqualTo(40);
        assertThat(activity.interval()).isEqualTo(Duration.ofSeconds(120));
        assertThat(activity.notes())
                .containsExactly(
                        "60 s of the interval are left out: the server's counters began anew, by a reset or a crash");
    }

    @Test
    void a_crash_is_seen_even_when_more_was_read_after_it_than_before() {
        add(Snapshots.at(0).table("a", 1, 10).commits(5));
        add(Snapshots.at(60).table("a", 1, 500).commits(400).crashed(10));
        add(Snapshots.at(120).table("a", 1, 530).commits(460).crashed(10));

        assertThat(reads(builder.build())).containsExactly("a 30");
    }

    @Test
    void a_restart_without_a_crash_loses_nothing() {
        add(Snapshots.at(0).table("a", 1, 10));
        add(Snapshots.at(60).table("a", 1, 50).restarted(30));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 40");
        assertThat(activity.notes()).isEmpty();
    }

    @Test
    void when_a_reset_leaves_nothing_the_counters_since_it_are_used_and_doubted() {
        add(Snapshots.at(0).table("a", 1, 100).commits(100));
        add(Snapshots.at(60).table("a", 1, 7).commits(3).databaseReset(20));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 7");
        assertThat(activity.snapshots()).isEqualTo(1);
        assertThat(activity.from()).isEqualTo(Snapshots.START.plusSeconds(20));
        assertThat(activity.notes()).singleElement().asString().startsWith("nothing is left of the interval: ");
    }

    @Test
    void what_a_move_of_ours_read_is_left_out() {
        add(Snapshots.at(0).table("a", 1, 0).sessions(0, false));
        add(Snapshots.at(60).table("a", 1, 10).sessions(4, false));
        add(Snapshots.at(90).table("a", 1, 90_000).sessions(9, true));
        add(Snapshots.at(150).table("a", 1, 90_020).sessions(4, false));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 30");
        assertThat(activity.clients()).isEqualTo(4);
        assertThat(activity.sessions().waits()).isEqualTo(Map.of("IO:DataFileRead", 2d));
        assertThat(activity.notes()).containsExactly("30 s of the interval are left out: moves of pgstow were at work");
    }

    @Test
    void a_relation_that_changed_its_tablespace_was_moved_by_somebody() {
        add(Snapshots.at(0).table("a", 1, 11, "slow", read(5)));
        add(Snapshots.at(60).table("a", 1, 12, "fast", read(50_000)));
        add(Snapshots.at(120).table("a", 1, 12, "fast", read(50_007)));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 7");
        assertThat(activity.relations().get(0).relation().tablespace()).isEqualTo("fast");
        assertThat(activity.notes()).contains("1 relation(s) were moved to another tablespace during the interval");
    }

    @Test
    void a_renamed_relation_is_the_same_and_so_is_an_index_rebuilt_under_another_oid() {
        add(Snapshots.at(0).table("a", 1, 10).index("i", "a", 2, 9, read(10)));
        add(Snapshots.at(60).table("b", 1, 30).index("i", "b", 99, 9, read(40)));
        add(Snapshots.at(120).table("b", 1, 35).index("i", "b", 99, 9, read(41)));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("b 25", "i 31");
        assertThat(activity.notes())
                .containsExactlyInAnyOrder(
                        "1 relation(s) were renamed during the interval",
                        "1 relation(s) were rewritten during the interval");
    }

    @Test
    void a_new_relation_with_the_name_of_one_that_was_renamed_begins_at_zero() {
        add(Snapshots.at(0).table("orders", 1, 1000));
        add(Snapshots.at(60).table("orders_old", 1, 1001).table("orders", 5, 3));

        assertThat(reads(builder.build())).containsExactly("orders_old 1", "orders 3");
    }

    @Test
    void one_table_whose_counters_alone_were_reset_counts_from_there() {
        add(Snapshots.at(0).table("a", 1, 1000).table("b", 2, 1));
        add(Snapshots.at(60).table("a", 1, 4).table("b", 2, 9));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 4", "b 8");
        assertThat(activity.notes()).containsExactly("the counters of 1 relation(s) were reset during the interval");
    }

    @Test
    void a_snapshot_older_than_the_one_before_it_is_left_out() {
        add(Snapshots.at(60).table("a", 1, 10));
        add(Snapshots.at(0).table("a", 1, 1));
        add(Snapshots.at(120).table("a", 1, 12));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 2");
        assertThat(activity.notes())
                .containsExactly("1 snapshot(s) are left out: they were taken before the one above them");
    }

    @Test
    void reads_of_each_standby_are_added_beside_those_of_the_primary() {
        add(Snapshots.at(0).standbys("s1", "s2").readOnStandby("a", 1, 100, 7));
        // s1 lost its counters, s2 went on
        add(Snapshots.at(60).standbys("s1", "s2").readOnStandby("a", 1, 20, 10));

        Activity activity = builder.build();

        assertThat(activity.relations().get(0).counters().blocksRead()).isZero();
        assertThat(activity.relations().get(0).onStandbys().blocksRead()).isEqualTo(23);
        assertThat(activity.relations().get(0).blocksRead()).isEqualTo(23);
        assertThat(activity.standbys()).containsExactly("s1", "s2");
    }

    @Test
    void a_standby_that_joins_later_counts_from_then_on() {
        add(Snapshots.at(0).standbys("s1").readOnStandby("a", 1, 1));
        add(Snapshots.at(60).standbys("s0", "s1").readOnStandby("a", 1, 900_000, 3));
        add(Snapshots.at(120).standbys("s0", "s1").readOnStandby("a", 1, 900_005, 3));

        assertThat(builder.build().relations().get(0).onStandbys().blocksRead()).isEqualTo(7);
    }

    @Test
    void a_standby_that_one_snapshot_could_not_read_keeps_what_it_counted() {
        add(Snapshots.at(0).standbys("s1", "s2").readOnStandby("a", 1, 100, 1000));
        add(Snapshots.at(60).standbys("s1", "s2").readOnStandby("a", 1, 110, 1003));
        add(Snapshots.at(120).standbys("s2").readOnStandby("a", 1, 1005));
        add(Snapshots.at(180).table("a", 1, 0));
        add(Snapshots.at(240).standbys("s2", "s1").readOnStandby("a", 1, 1006, 150));

        // 50 on s1 and 6 on s2, whatever was not read in between
        assertThat(builder.build().relations().get(0).onStandbys().blocksRead()).isEqualTo(56);
    }

    @Test
    void what_a_standby_counted_while_it_was_not_read_is_left_out_when_that_part_is() {
        add(Snapshots.at(0).standbys("s1").readOnStandby("a", 1, 100));
        add(Snapshots.at(60).table("a", 1, 0).sessions(1, true));
        add(Snapshots.at(120).standbys("s1").readOnStandby("a", 1, 90_000));
        add(Snapshots.at(180).standbys("s1").readOnStandby("a", 1, 90_004));

        assertThat(builder.build().relations().get(0).onStandbys().blocksRead()).isEqualTo(4);
    }

    @Test
    void a_database_that_one_snapshot_could_not_read_is_compared_with_the_last_that_did() {
        add(Snapshots.at(0).table("a", 1, 1000).table("dropped", 2, 1000));
        add(Snapshots.at(60).table("a", 1, 1010).table("dropped", 2, 1010));
        add(Snapshots.at(120).unread());
        add(Snapshots.at(180).table("a", 1, 1025).table("new", 3, 4));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 25", "new 4");
        assertThat(activity.notes())
                .containsExactly(
                        "database 'shop' was not read by 1 of 4 snapshots:"
                                + " what it counted before the first or after the last that read it is left out",
                        "1 relation(s) were created during the interval",
                        "1 relation(s) were dropped during the interval");
    }

    @Test
    void a_database_that_the_first_or_the_last_snapshots_could_not_read_counts_between_the_others() {
        add(Snapshots.at(0).unread());
        add(Snapshots.at(60).table("a", 1, 1_000_000));
        add(Snapshots.at(120).table("a", 1, 1_000_007));
        add(Snapshots.at(180).unread());

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 7");
        assertThat(activity.notes()).singleElement().asString().startsWith("database 'shop' was not read by 2 of 4");
    }

    @Test
    void what_a_database_counted_while_it_was_not_read_is_left_out_when_that_part_is() {
        add(Snapshots.at(0).table("a", 1, 1000));
        add(Snapshots.at(60).table("a", 1, 1003));
        add(Snapshots.at(120).unread().sessions(1, true));
        add(Snapshots.at(180).table("a", 1, 90_000).table("new", 2, 80_000));
        add(Snapshots.at(240).table("a", 1, 90_002).table("new", 2, 80_001));

        assertThat(reads(builder.build())).containsExactly("a 5", "new 1");
    }

    @Test
    void a_database_and_all_in_it_is_the_same_under_another_name() {
        add(Snapshots.at(0).table("a", 1, 1000));
        add(Snapshots.at(60).calling("store").table("a", 1, 1004));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 4");
        assertThat(activity.relations().get(0).relation().name().database()).isEqualTo("store");
        assertThat(activity.notes()).isEmpty();
    }

    @Test
    void a_new_database_counts_from_its_creation_and_one_that_is_dropped_takes_its_counters_along() {
        add(Snapshots.at(0).commits(100).blocksRead(50).another("old", 6, 70_000, 90_000));
        add(Snapshots.at(60).commits(110).blocksRead(53).another("new", 7, 5, 2).table("a", 1, 2));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 2");
        assertThat(activity.workload().commits()).isEqualTo(15);
        assertThat(activity.workload().blocksRead()).isEqualTo(5);
        assertThat(activity.interval()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void the_first_reset_of_a_database_is_seen() {
        add(Snapshots.at(0).table("a", 1, 10).commits(10).neverReset());
        add(Snapshots.at(60).table("a", 1, 15).commits(12).neverReset());
        add(Snapshots.at(120).table("a", 1, 5000).commits(900).databaseReset(70));
        add(Snapshots.at(180).table("a", 1, 5003).commits(901).databaseReset(70));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 8");
        assertThat(activity.workload().commits()).isEqualTo(3);
    }

    @Test
    void the_counters_of_a_database_that_fell_are_seen_however_much_another_counted() {
        add(Snapshots.at(0).commits(500).blocksRead(9000).another("busy", 6, 0, 0));
        add(Snapshots.at(60).commits(501).blocksRead(9001).another("busy", 6, 10, 20));
        add(Snapshots.at(120).commits(3).blocksRead(4).another("busy", 6, 70_000, 90));

        Activity activity = builder.build();

        assertThat(activity.workload().commits()).isEqualTo(11);
        assertThat(activity.workload().blocksRead()).isEqualTo(21);
        assertThat(activity.interval()).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void a_table_made_again_under_its_name_is_another_one_and_so_is_its_index() {
        add(Snapshots.at(0).table("t", 1, 1000).index("i", "t", 2, 9, read(1000)));
        add(Snapshots.at(60).table("t", 11, 5000).index("i", "t", 12, 9, read(2000)));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("t 5000", "i 2000");
        assertThat(activity.notes())
                .containsExactly(
                        "2 relation(s) were created during the interval",
                        "2 relation(s) were dropped during the interval");
    }

    @Test
    void a_table_counts_what_was_read_through_its_indexes_while_they_were_there() {
        Counters table = new Counters(1000, 0, 7, 700, 0, 20, 3, 0, 0, 0);
        add(Snapshots.at(0)
                .table("t", 1, 1, "slow", table)
                .index("i", "t", 2, 9, scanned(500, 5000))
                .index("j", "t", 3, 9, scanned(80, 80)));
        add(Snapshots.at(60)
                .table("t", 1, 1, "slow", table.plus(new Counters(4, 0, 0, 0, 0, 1, 0, 0, 0, 0)))
                .index("i", "t", 2, 9, scanned(503, 5030))
                .index("j", "t", 3, 9, scanned(81, 82)));
        add(Snapshots.at(120)
                .table("t", 1, 1, "slow", table.plus(new Counters(5, 0, 0, 0, 0, 1, 0, 0, 0, 0)))
                .index("j", "t", 3, 9, scanned(85, 86)));

        Activity activity = builder.build();

        // 3 scans by i before it was dropped and 5 by j; 30 and 6 rows, and one by a bitmap
        assertThat(activity.relations().get(0).counters()).isEqualTo(new Counters(5, 0, 0, 0, 8, 37, 0, 0, 0, 0));
        assertThat(activity.notes()).containsExactly("1 relation(s) were dropped during the interval");
    }

    @Test
    void a_single_snapshot_has_the_scans_of_a_table_too() {
        add(Snapshots.at(0).table("t", 1, 10).index("i", "t", 2, 9, scanned(500, 600)));

        assertThat(builder.build().relations().get(0).counters())
                .isEqualTo(new Counters(10, 0, 0, 0, 500, 600, 0, 0, 0, 0));
    }

    @Test
    void a_rewritten_table_whose_new_toast_table_counts_from_zero_was_not_reset() {
        add(Snapshots.at(0).table("t", 1, 11, "slow", new Counters(5000, 7, 1, 1, 0, 0, 9, 0, 0, 0)));
        add(Snapshots.at(60).table("t", 1, 12, "slow", new Counters(40, 9, 2, 1, 0, 0, 9, 0, 0, 0)));

        assertThat(builder.build().relations().get(0).counters()).isEqualTo(new Counters(0, 2, 1, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void large_objects_that_become_worth_a_line_were_not_created() {
        add(Snapshots.at(0).table("a", 20_000, 1));
        add(Snapshots.at(60).table("a", 20_000, 1).table("pg_largeobject", 2613, 9_000));
        add(Snapshots.at(120).table("a", 20_000, 1).table("pg_largeobject", 2613, 9_002));

        Activity activity = builder.build();

        assertThat(reads(activity)).containsExactly("a 0", "pg_largeobject 2");
        assertThat(activity.notes()).isEmpty();
    }

    private void add(Snapshots snapshot) {
        builder.add(snapshot.take());
    }

    private static Counters read(long blocks) {
        return new Counters(blocks, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private static Counters scanned(long scans, long tuples) {
        return new Counters(0, 0, 0, 0, scans, tuples, 0, 0, 0, 0);
    }

    private static List<String> reads(Activity activity) {
        return activity.relations().stream()
                .map(each ->
                        each.relation().name().name() + " " + each.counters().blocksRead())
                .toList();
    }
}
