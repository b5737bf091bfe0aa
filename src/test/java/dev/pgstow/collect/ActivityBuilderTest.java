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
        add(Snapshots.at(0).table("a", 1, 10).table("i", 2, 10));
        add(Snapshots.at(60).table("b", 1, 30).table("i", 99, 40));
        add(Snapshots.at(120).table("b", 1, 35).table("i", 99, 41));

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

    private void add(Snapshots snapshot) {
        builder.add(snapshot.take());
    }

    private static Counters read(long blocks) {
        return new Counters(blocks, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    private static List<String> reads(Activity activity) {
        return activity.relations().stream()
                .map(each ->
                        each.relation().name().name() + " " + each.counters().blocksRead())
                .toList();
    }
}
