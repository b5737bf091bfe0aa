package dev.pgstow.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Tier;
import dev.pgstow.plan.Method;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoveEstimatorTest {
    private static final Tier SLOW = Shop.products()
            .onTwoTiers(450e-6, 3000, 40e-6, 1e9, 100)
            .tiers()
            .tiers()
            .get(0);
    private static final Tier FAST = Shop.products()
            .onTwoTiers(450e-6, 3000, 40e-6, 1e9, 100)
            .tiers()
            .tiers()
            .get(1);

    /** Measured: 50 MB from a 450 us volume took 0.35 to 0.5 s with read-ahead and 4.4 to 5.6 s without; warmed 0.17 to 0.29 s. */
    @Test
    void the_range_of_a_copy_reaches_from_a_cached_source_to_one_without_read_ahead() {
        DurationRange range = new MoveEstimator(ServerVersion.parse("18.6"))
                .duration(table(50, Persistence.PERMANENT), Method.ALTER, SLOW, FAST, null, SLOW);
        assertThat(range.low().toMillis()).isBetween(100L, 400L);
        assertThat(range.likely().toMillis()).isBetween(250L, 500L);
        assertThat(range.high().toMillis()).isBetween(4400L, 7500L);
    }

    @ParameterizedTest
    @CsvSource({"13.23, ALTER, 1034240", "18.6, ALTER, 1029120", "18.6, REINDEX, 931840"})
    void wal_is_a_little_more_than_a_copy_and_a_little_less_than_a_build(
            String version, Method method, long kibibytes) {
        Relation index = index(1000);
        assertThat(new MoveEstimator(ServerVersion.parse(version))
                                .wal(index, method)
                                .bytes()
                        / 1024)
                .isEqualTo(kibibytes);
        assertThat(new MoveEstimator(ServerVersion.parse(version)).wal(table(5, Persistence.UNLOGGED), Method.ALTER))
                .isEqualTo(ByteSize.ZERO);
    }

    /** Measured on 850,000 rows: 0.7 us a row, concurrently 1.05 to 2.7 times as long as plainly. */
    @Test
    void a_concurrent_build_takes_longer_than_a_plain_one() {
        MoveEstimator estimator = new MoveEstimator(ServerVersion.parse("18.6"));
        Relation heap = table(521, Persistence.PERMANENT);
        DurationRange plain = estimator.duration(index(64), Method.REBUILD, SLOW, FAST, heap, SLOW);
        DurationRange online = estimator.duration(index(64), Method.REINDEX, SLOW, FAST, heap, SLOW);
        assertThat(online.likely()).isGreaterThan(plain.likely());
        assertThat(online.likely().toMillis()).isBetween(2000L, 12000L);
        assertThat(online.high().toMillis()).isBetween(40_000L, 120_000L);
    }

    private static Relation table(double mebibytes, Persistence persistence) {
        return new Relation(
                Shop.name("t"),
                RelationKind.TABLE,
                1,
                "pg_default",
                ByteSize.ofMiB(mebibytes),
                true,
                persistence,
                "shop",
                "heap",
                3e6,
                null,
                null);
    }

    private static Relation index(double mebibytes) {
        return new Relation(
                Shop.name("i"),
                RelationKind.INDEX,
                1,
                "pg_default",
                ByteSize.ofMiB(mebibytes),
                true,
                Persistence.PERMANENT,
                "shop",
                "btree",
                3e6,
                new IndexFacts(Shop.name("t"), true, Set.of()),
                null);
    }
}
