package dev.pgstow.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.pgstow.model.Accesses;
import dev.pgstow.model.Activity;
import dev.pgstow.model.Counters;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class AttributionTest {
    /** A thousand blocks of fifty rows each, as all tables here; shared buffers are of a thousand blocks. */
    private static final long ROWS = 50_000;

    @Test
    void scans_of_a_large_table_are_in_order_and_other_reads_are_not() {
        Map<String, Accesses> accesses = accesses(Snapshots.at(60)
                .table("scanned", 1, 1, "slow", new Counters(2500, 0, 2, 2 * ROWS, 500, 500, 0, 0, 0, 0))
                .index("i", "scanned", 2, 1000, new Counters(70, 0, 0, 0, 500, 500, 0, 0, 0, 0)));

        assertThat(accesses.get("scanned").sequential()).isEqualTo(2000);
        assertThat(accesses.get("scanned").random()).isEqualTo(500);
        assertThat(accesses.get("i").random()).isEqualTo(70);
    }

    @Test
    void reads_of_toast_are_not_in_order_and_its_size_makes_no_table_large() {
        Map<String, Accesses> accesses = accesses(Snapshots.at(60)
                // a thousand blocks of rows beside nine thousand of TOAST, scanned twice
                .toasted("documents", 1, 1000, 9000, new Counters(2000 + 700, 0, 2, 2 * ROWS, 0, 0, 0, 0, 0, 0))
                // a hundred blocks of rows are less than a quarter of shared buffers
                .toasted("pictures", 2, 100, 9000, new Counters(400, 0, 2, 10_000, 0, 0, 0, 0, 0, 0)));

        assertThat(accesses.get("documents").sequential()).isEqualTo(2000);
        assertThat(accesses.get("documents").random()).isEqualTo(700);
        assertThat(accesses.get("pictures").sequential()).isZero();
        assertThat(accesses.get("pictures").random()).isEqualTo(400);
    }

    @Test
    void rows_inserted_with_toast_fill_blocks_of_both() {
        Map<String, Accesses> accesses = accesses(Snapshots.at(60)
                .written(1000, 0, 1)
                // rows of 1/50 block and two blocks of TOAST each
                .toasted("documents", 1, 1000, 100_000, new Counters(0, 0, 0, 0, 0, 0, 100, 0, 0, 0))
                .table("plain", 2, 2, "slow", new Counters(0, 0, 0, 0, 0, 0, 100, 0, 0, 0)));

        // by hand: 100 x (1/50 + 2) = 202 new blocks beside 100 x 1/50 = 2
        assertThat(accesses.get("documents").evicted()).isCloseTo(1000 * 202 / 204d, withPercentage(0.001));
        assertThat(accesses.get("plain").evicted()).isCloseTo(1000 * 2 / 204d, withPercentage(0.001));
    }

    @Test
    void what_was_written_is_apportioned_to_the_last_block() {
        Map<String, Accesses> accesses = accesses(Snapshots.at(60)
                .written(900, 3000, 2)
                .table("updated", 1, 1, "slow", new Counters(800, 0, 0, 0, 0, 0, 0, 800, 0, 800))
                .index("of_updated", "updated", 2, 500, new Counters(300, 0, 0, 0, 800, 800, 0, 0, 0, 0))
                .table("grown", 3, 3, "slow", new Counters(0, 0, 0, 0, 0, 0, 5000, 0, 0, 0))
                .index("of_grown", "grown", 4, 200, new Counters(200, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                .table("read", 5, 5, "slow", new Counters(9000, 0, 0, 0, 0, 0, 0, 0, 0, 0)));

        assertThat(accesses.values().stream().mapToDouble(Accesses::evicted).sum())
                .isCloseTo(900, withPercentage(0.001));
        assertThat(accesses.values().stream()
                        .mapToDouble(Accesses::checkpointed)
                        .sum())
                .isCloseTo(3000, withPercentage(0.001));
        assertThat(accesses.get("read").written()).isZero();
        // heap-only updates leave the index alone
        assertThat(accesses.get("of_updated").written()).isZero();
        // by hand: 800 dirtied after reading, 100 new of 5,000 rows at fifty a block, 200 of the index: 800 + 100 + 200
        // = 1,100
        assertThat(accesses.get("updated").evicted()).isCloseTo(900 * 800 / 1100d, withPercentage(0.001));
        assertThat(accesses.get("grown").evicted()).isCloseTo(900 * 100 / 1100d, withPercentage(0.001));
        assertThat(accesses.get("of_grown").evicted()).isCloseTo(900 * 200 / 1100d, withPercentage(0.001));
    }

    @Test
    void a_small_index_that_stays_cached_is_written_once_a_checkpoint_however_often_it_changes() {
        Map<String, Accesses> accesses = accesses(Snapshots.at(60)
                .written(0, 1000, 4)
                .table("t", 1, 1, "slow", new Counters(0, 0, 0, 0, 0, 0, 0, 1_000_000, 0, 0))
                .index("small", "t", 2, 10, new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)));

        // all 10 blocks of it and all 1,000 of the table are dirty at each checkpoint
        assertThat(accesses.get("small").checkpointed()).isCloseTo(1000 * 10 / 1010d, withPercentage(0.01));
        assertThat(accesses.get("t").checkpointed()).isCloseTo(1000 * 1000 / 1010d, withPercentage(0.01));
    }

    private static Map<String, Accesses> accesses(Snapshots end) {
        ActivityBuilder builder = new ActivityBuilder();
        builder.add(Snapshots.at(0).take());
        builder.add(end.take());
        Activity activity = builder.build();
        return activity.relations().stream()
                .collect(Collectors.toMap(each -> each.relation().name().name(), each -> each.accesses()));
    }
}
