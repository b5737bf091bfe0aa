package dev.pgstow.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Declared;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import dev.pgstow.model.RequestLatency;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfileTableTest {
    private static final PatternResult SLOW_READ = result(AccessPattern.RANDOM_READ, 1, 1800.4, 555.4e-6);
    private static final PatternResult FAST_READ = result(AccessPattern.RANDOM_READ, 1, 20120, 49.2e-6);
    private static final PatternResult SLOW_SYNC = result(AccessPattern.SYNC_WRITE, 1, 300, 3.333e-3);
    private static final PatternResult FAST_SYNC = result(AccessPattern.SYNC_WRITE, 1, 250_000, 3.9e-6);

    @Test
    void tiers_stand_side_by_side_with_ratios_to_the_slowest() {
        Tiers tiers = new Tiers(List.of(
                tier("volume", List.of("pg_default", "more"), SLOW_READ, SLOW_SYNC),
                tier("nvme", List.of(), FAST_READ, FAST_SYNC)));

        assertThat(ProfileTable.of(tiers)).isEqualTo("""
                tier                               volume                 nvme
                device                             /dev/volume            /dev/nvme
                tablespaces                        pg_default, more       -
                durable                            yes                    yes
                capacity                           40 GiB                 40 GiB
                measured                           1970-01-01T00:00:00Z   1970-01-01T00:00:00Z
                direct I/O                         yes                    yes
                caps found                         none                   none
                random read 8 KiB, depth 1         1,800/s 555 us  1.0x   20,120/s 49 us  11x
                write 8 KiB + fdatasync, depth 1   300/s 3.3 ms  1.0x     250,000/s 3.9 us  833x""");
    }

    @Test
    void a_pattern_that_one_tier_lacks_is_left_open() {
        Tiers tiers = new Tiers(List.of(tier("a", List.of("x"), SLOW_READ), tier("b", List.of("y"), FAST_SYNC)));

        assertThat(ProfileTable.of(tiers))
                .contains("random read 8 KiB, depth 1         1,800/s 555 us  1.0x   -\n")
                .endsWith("write 8 KiB + fdatasync, depth 1   -                      250,000/s 3.9 us  1.0x");
    }

    @Test
    void one_tier_has_nothing_to_be_compared_with() {
        Tiers tiers = new Tiers(List.of(tier("a", List.of("x"), FAST_READ), described()));

        assertThat(ProfileTable.of(tiers))
                .endsWith("random read 8 KiB, depth 1   20,120/s 49 us")
                .doesNotContain("described");
    }

    private static Tier tier(String name, List<String> tablespaces, PatternResult... results) {
        Profile profile = new Profile(
                Instant.EPOCH, "pgstow test", true, List.of(), Limits.NONE, List.of(), null, List.of(results));
        return new Tier(
                name,
                tablespaces,
                "/dev/" + name,
                true,
                new ByteSize(40L << 30),
                Reserve.DEFAULT,
                null,
                Declared.NONE,
                List.of(),
                profile);
    }

    private static Tier described() {
        return new Tier("described", List.of(), "", true, null, Reserve.DEFAULT, null, Declared.NONE, List.of(), null);
    }

    private static PatternResult result(AccessPattern pattern, int depth, double rate, double mean) {
        return PatternResult.of(pattern, depth, rate, RequestLatency.ofMean(mean));
    }
}
