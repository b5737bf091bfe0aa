package dev.pgstow.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Expected values are counted by hand: of the C(n+m, n) ways to deal the ranks, how many lie at least as far apart. */
class MannWhitneyTest {
    @Test
    void complete_separation_of_five_and_five_is_two_ways_in_252() {
        double p = MannWhitney.pValue(new double[] {1, 2, 3, 4, 5}, new double[] {6, 7, 8, 9, 10});

        assertThat(p).isEqualTo(2 / 252.0);
    }

    @Test
    void complete_separation_of_three_and_three_is_two_ways_in_20_and_so_never_significant() {
        double p = MannWhitney.pValue(new double[] {812, 797, 825}, new double[] {1490, 1522, 1466});

        assertThat(p).isEqualTo(2 / 20.0);
    }

    @Test
    void one_pair_out_of_order_among_five_and_five_is_four_ways_in_252() {
        // U = 1: rank sums 16 and 15 on the one end, 39 and 40 on the other
        double p = MannWhitney.pValue(new double[] {1, 2, 3, 4, 6}, new double[] {5, 7, 8, 9, 10});

        assertThat(p).isEqualTo(4 / 252.0);
    }

    @Test
    void the_middle_of_all_ways_has_a_p_of_one() {
        double p = MannWhitney.pValue(new double[] {1, 4}, new double[] {2, 3});

        assertThat(p).isEqualTo(1);
    }

    @Test
    void tied_values_share_their_ranks() {
        // ranks 1.5 1.5 | 3.5 3.5: of the six pairs one has the sum 3, one 7, four have 5
        double p = MannWhitney.pValue(new double[] {10, 10}, new double[] {20, 20});

        assertThat(p).isEqualTo(2 / 6.0);
        assertThat(MannWhitney.pValue(new double[] {7, 7, 7}, new double[] {7, 7}))
                .isEqualTo(1);
    }

    @Test
    void above_twenty_values_the_normal_approximation_takes_over() {
        double[] low = new double[11];
        double[] high = new double[11];
        for (int i = 0; i < 11; i++) {
            low[i] = i;
            high[i] = i + 5.5;
        }

        // U = 15: pairs (low i, high j) out of order are those with i > j + 5.5, 5+4+3+2+1; z = (15-60.5)/15.23 =
        // -2.988
        assertThat(MannWhitney.pValue(low, high)).isCloseTo(0.0028, within(0.0002));
    }
}
